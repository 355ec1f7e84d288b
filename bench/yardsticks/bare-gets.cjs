// The smallest possible client: reads orders B-0 to B-(COUNT-1) over the given number of connections.
const { Pool } = require('undici');

const [origin, count, connections] = process.argv.slice(2);
const pool = new Pool(origin, { connections: Number(connections) });
const headers = { accept: 'application/json', authorization: 'Bearer bench' };
let next = 0;

const read = async () => {
  while (next < Number(count)) {
    const answer = await pool.request({ method: 'GET', path: `/v1/order/B-${next++}`, headers });
    await answer.body.json();
  }
};

Promise.all(Array.from({ length: Number(connections) }, read)).then(() => pool.close());
