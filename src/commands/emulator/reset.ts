import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { withControl } from './control.ts';
import type { resetCommand } from './definition.ts';
import { namedSeed, readSeed } from './files.ts';
import { recordResult } from './view.ts';

/** Starts over from a seed, or from the one that the state began with. */
export async function run(context: Context, options: OptionsOf<typeof resetCommand>): Promise<Result> {
  const seed = options.seed === undefined ? undefined : await readSeed(context, options.seed);
  const reset = withControl(
    context,
    async (control) => recordResult(await control.call('POST', '/reset', seed === undefined ? {} : { seed })),
    seed,
  );
  return reset.catch((error: unknown) => {
    throw namedSeed(options.seed, error);
  });
}
