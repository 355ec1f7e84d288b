// The smallest possible server: parses a posted body and answers 201, or answers a GET with the bytes of a file:
// node bare-server.cjs FILE
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');

const bytes = readFileSync(process.argv[2]);
const created = Buffer.from('{"success":true,"data":{"Status":"Pending"}}');

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    response.end(bytes);
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': created.length });
    response.end(created);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
