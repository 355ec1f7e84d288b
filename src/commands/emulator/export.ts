import { CfiError } from '../../errors.ts';

/** Stands in until the command is there. */
export function run(): Promise<undefined> {
  throw new CfiError('internal', 'not there yet');
}
