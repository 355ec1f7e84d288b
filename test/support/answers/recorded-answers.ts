import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answered } from '../../../src/emulator/service/request.ts';

const file = (): string => join(tmpdir(), `answers-${process.pid}.ndjson`);
const recorder = fileURLToPath(new URL('../processes/record-answers.cjs', import.meta.url));

/** Makes a program record the answers of its embedded emulator: options for Node, and variables. */
export const recording = () => ({ nodeOptions: ['--require', recorder], env: { CFI_TEST_ANSWERS: file() } });

/** The answers that programs have recorded since the last call. */
export function recordedAnswers(): () => Answered[] {
  let read = 0;
  return () => {
    // Every test asks, and nearly always there is nothing new.
    if ((statSync(file(), { throwIfNoEntry: false })?.size ?? 0) <= read) return [];
    const text = readFileSync(file()).subarray(read).toString();
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    read += Buffer.byteLength(whole);
    return whole === ''
      ? []
      : whole
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  };
}
