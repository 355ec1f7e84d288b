// The smallest possible order service: parses each body and answers 201, or returns the requested order, after MS
// milliseconds if given. Run in a separate process: node order-server.mjs [MS]
import { createServer } from 'node:http';

const answerMs = Number(process.argv[2] ?? 0);
let number = 0;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    let data = { access_token: 'bench', expires_in: 86400, client_id: 'bench' };
    if (request.method === 'GET') {
      const ReferenceNumber = decodeURIComponent(request.url.split('/').at(-1));
      data = {
        ReferenceNumber,
        Client: 'Bench',
        Status: 'Pending',
        ShippingVendor: null,
        TrackingNumber: null,
      };
    } else if (request.url !== '/v1/auth/login') {
      number += 1;
      const { ReferenceNumber } = JSON.parse(body);
      const OrderId = { UUID: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, Number: number };
      data = { ReferenceNumber, Client: 'Bench', Status: 'Pending', OrderId };
    }
    const text = JSON.stringify({ success: true, message: 'created', data });
    const answer = () => {
      response.writeHead(request.method === 'GET' ? 200 : 201, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (answerMs > 0) setTimeout(answer, answerMs);
    else answer();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
