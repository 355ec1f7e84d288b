// Prints what failed in runs of the tests, briefly, from what each left behind: node failures.mjs RUN...
// For a run there are RUN.json, vitest's report, RUN.log, all that it printed, and RUN.exit, the exit code.
// A log of several runs is long, and often only its end is kept.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const firstLines = (text, count) => text.split('\n').slice(0, count).join('\n');
const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n');

for (const run of process.argv.slice(2)) {
  const exit = readFileSync(`${run}.exit`, 'utf8').trim();
  console.log(`${basename(run)}: exit ${exit}`);
  if (exit === '0') continue;
  const files = existsSync(`${run}.json`) ? JSON.parse(readFileSync(`${run}.json`, 'utf8')).testResults : [];
  const failed = files.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [{ name, fullName: 'the file itself', failureMessages: [message] }] : []),
    ...assertionResults.filter(({ status }) => status === 'failed').map((test) => ({ name, ...test })),
  ]);
  for (const { name, fullName, failureMessages } of failed) {
    console.log(`FAIL ${name} > ${fullName}\n${firstLines(failureMessages.join('\n'), 12)}`);
  }
  // An error outside every test, or a run that was ended, is not in the report.
  if (failed.length === 0) console.log(lastLines(readFileSync(`${run}.log`, 'utf8'), 40));
}
