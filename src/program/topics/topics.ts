import { csv } from './csv.ts';
import { desk } from './desk.ts';
import { emulator } from './emulator.ts';
import { environment } from './environment.ts';
import { exitCodesTopic } from './exit-codes.ts';
import { exports } from './exports.ts';
import { manyMachines } from './many-machines.ts';
import { maps } from './maps.ts';
import { output } from './output.ts';
import { times } from './times.ts';

/** What `cfi help` explains besides commands and their options. */
export const topics: Readonly<Record<string, string>> = {
  'exit-codes': exitCodesTopic,
  environment,
  csv,
  exports,
  maps,
  times,
  output,
  desk,
  'many-machines': manyMachines,
  emulator,
};
