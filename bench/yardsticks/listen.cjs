// Serves HTTP, and prints its address as soon as it listens.
const { createServer } = require('node:http');

const server = createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
