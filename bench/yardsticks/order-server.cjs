// The smallest possible order service: parses each body and answers 201, or returns the requested order, MS milliseconds
// after the request arrived, if given. Run in a separate process: node order-server.cjs [MS]
const { createServer } = require('node:http');

const answerMs = Number(process.argv[2] ?? 0);
/** Timers fire up to 3 ms late when there are many, so the last milliseconds are spent asking the clock. */
const timerErrorMs = 3;
let number = 0;

/** Answers still to be given, in the order in which they are due. */
const waiting = [];
let isWatching = false;

function giveDue() {
  while (waiting.length > 0 && waiting[0].at <= performance.now()) waiting.shift().answer();
  isWatching = waiting.length > 0;
  if (!isWatching) return;
  const left = waiting[0].at - performance.now();
  if (left > timerErrorMs) setTimeout(giveDue, left - timerErrorMs);
  else setImmediate(giveDue);
}

function later(at, answer) {
  waiting.push({ at, answer });
  if (!isWatching) giveDue();
}

const server = createServer((request, response) => {
  const arrivedAt = performance.now();
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
    if (answerMs > 0) later(arrivedAt + answerMs, answer);
    else answer();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
