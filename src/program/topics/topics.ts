import { csv } from './csv.ts';
import { emulator } from './emulator.ts';
import { environment } from './environment.ts';
import { exitCodesTopic } from './exit-codes.ts';
import { output } from './output.ts';

/** What `cfi help` explains besides commands and the options of every command. */
export const topics: Readonly<Record<string, string>> = {
  'exit-codes': exitCodesTopic,
  environment,
  csv,
  output,
  emulator,
};
