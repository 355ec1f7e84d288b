// Reads a page with one request, parses and prints it: node get-page.cjs URL TOKEN
const { get } = require('node:http');

const [url, token] = process.argv.slice(2);
get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  response.on('end', () => process.stdout.write(`${JSON.stringify(JSON.parse(text))}\n`));
});
