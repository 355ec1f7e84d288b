// csv-parse alone over a file, its columns named; prints the milliseconds it took. Run in a separate process, like the
// dry run that it is compared with.
const { createReadStream } = require('node:fs');
const { parse } = require('csv-parse');

const started = performance.now();
createReadStream(process.argv[2])
  .pipe(parse({ columns: true }))
  .on('data', () => {})
  .on('end', () => console.log(performance.now() - started));
