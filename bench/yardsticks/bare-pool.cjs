// The smallest possible client: posts ready-made bodies, one per line of the file, and prints the milliseconds it took.
// Run in a separate process, like the upload that it is compared with.
const { readFileSync } = require('node:fs');
const { Pool } = require('undici');

const [origin, file, connections] = process.argv.slice(2);
const bodies = readFileSync(file, 'utf8').trimEnd().split('\n');
const pool = new Pool(origin, { connections: Number(connections) });
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
let next = 0;

const post = async () => {
  while (next < bodies.length) {
    const body = bodies[next++];
    const answer = await pool.request({ method: 'POST', path: '/v1/outbound', headers, body });
    await answer.body.json();
  }
};

const started = performance.now();
Promise.all(Array.from({ length: Number(connections) }, post)).then(() => {
  console.log(performance.now() - started);
  return pool.close();
});
