import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { CfiError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { withControl } from './control.ts';
import type { resetCommand } from './definition.ts';
import { namedSeed, readSeed } from './files.ts';
import { recordResult } from './view.ts';

/** The request contains only the seed, so a 400 is about the seed. */
function aboutSeed(error: unknown): unknown {
  if (!(error instanceof CfiError) || error.details.status !== 400) return error;
  return new CfiError(error.code, error.message, { ...error.details, subject: 'seed' });
}

/** Starts over from a seed, by default the one that the state started from. On a terminal, asks first. */
export async function run(context: CommandContext, options: OptionsOf<typeof resetCommand>): Promise<Result> {
  const seed = options.seed === undefined ? undefined : await readSeed(context, options.seed);
  if (context.settings.interactive) {
    await confirmOrExit(context, { message: 'Replace everything in the emulator?', yes: options.yes });
  }
  const reset = withControl(
    context,
    async (control) => recordResult(await control.call('POST', '/reset', seed === undefined ? {} : { seed })),
    seed,
  );
  return reset.catch((error: unknown) => {
    throw namedSeed(options.seed, aboutSeed(error));
  });
}
