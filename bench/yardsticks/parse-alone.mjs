// csv-parse alone over a file, its columns named; prints the milliseconds it took. Run in a separate process, like the
// dry run that it is compared with.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

const started = performance.now();
const parser = createReadStream(process.argv[2]).pipe(parse({ columns: true }));
let rows = 0;
for await (const _ of parser) rows += 1;
if (rows === 0) throw new Error('no rows');
console.log(performance.now() - started);
