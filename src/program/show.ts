import type { CommandContext } from '../cli/settings.ts';
import { namesAccount, rememberNames } from '../config/known-names.ts';
import { homePaths } from '../config/paths.ts';
import { exitCodes } from '../errors.ts';
import { errorOutput } from '../render/error.ts';
import { formats } from '../render/formats.ts';
import type { SafeLook } from '../render/look.ts';
import { render, renderLive } from '../render/render.ts';
import type { Result, ShownNames } from '../render/result.ts';
import type { OutputFile } from '../storage/output-file.ts';
import { isPlainTerminal } from '../text/plain-signs.ts';
import { pagerOf, renderPaged } from './pager.ts';
import { reportingOf } from './report.ts';

/** Keeps names for completion, except those of an emulator that ends with this process. */
function remember(shown: ShownNames, { deps, settings, redactor }: CommandContext): void {
  if (settings.emulator && settings.state === ':memory:') return;
  const home = homePaths(deps.env, deps.platform, deps.cwd);
  const names = Object.entries(shown).map(([kind, all]) => [
    kind,
    all.filter((name) => redactor.redact(name) === name),
  ]);
  rememberNames(home.cache, namesAccount(settings, home, deps.cwd), Object.fromEntries(names));
}

/** Opens the file of `--out`. Loaded only then, because Node's promises for files take more than 1 ms. */
async function openFile(name: string, cwd: string): Promise<OutputFile> {
  const { openOut } = await import('../storage/output-file.ts');
  return openOut(name, cwd);
}

/** The notice for a page that is not the last. */
const pageHint = (next: number | undefined): string | undefined =>
  next === undefined ? undefined : `more: --page ${next}, or --all`;

/** Writes a command's result, and keeps its names for completion; returns the exit code. */
export async function show(result: Result, context: CommandContext, mayPage: boolean): Promise<number> {
  const { deps, settings, redactor } = context;
  const { last, notices, failure } = await output(result, context, mayPage);
  for (const text of [...notices, ...(last.notices ?? []), pageHint(last.nextPage)]) {
    if (text !== undefined) context.notice(text);
  }
  for (const error of last.errors ?? [])
    deps.stderr.write(errorOutput(error, reportingOf(settings, redactor).look));
  if (failure !== undefined) throw failure.error;
  if (last.names !== undefined) remember(last.names(), context);
  return last.exitCode ?? exitCodes.ok;
}

/** A result after it has been written. */
interface Shown {
  /** The result as it is at the end. */
  readonly last: Result;
  /** Notices for standard error. */
  readonly notices: readonly string[];
  /** What prevented writing it; the command has done its work all the same. */
  readonly failure?: { readonly error: unknown };
}

/** Writes a result to standard output or the file of `--out`, and closes it. */
async function output(
  result: Result,
  { deps, settings, redactor }: CommandContext,
  mayPage: boolean,
): Promise<Shown> {
  let last = result;
  let out: OutputFile | undefined;
  try {
    out = settings.out === undefined ? undefined : await openFile(settings.out, deps.cwd);
    const terminal = out === undefined && deps.stdout.isTTY === true;
    const look: SafeLook = {
      format: settings.output,
      color: out === undefined && settings.color.stdout,
      redact: redactor.redact,
      ...(terminal ? { width: deps.stdout.columns || 80 } : {}),
      plain: terminal && isPlainTerminal(deps.env, deps.platform),
    };
    // Text printed unchanged, such as a template or a map, is for copying, not for paging.
    const isTable = look.format === 'table' && result.bare === undefined;
    const pager = terminal && mayPage && isTable ? pagerOf(settings, deps.env) : undefined;
    const stream = out?.stream ?? deps.stdout;
    const streamed = result.live !== undefined && formats[look.format].live !== 'end';
    const { choice } = settings;
    const chosen = choice === undefined ? undefined : await import('../render/apply-choice.ts');
    let eventsTaken = true;
    if (result.live !== undefined) {
      const choosing =
        streamed && choice !== undefined ? chosen?.chosenEvents(result.live, choice) : undefined;
      ({ last, taken: eventsTaken } = await renderLive(choosing ?? result.live, look, stream));
    }
    if (choice !== undefined && chosen !== undefined)
      last = await chosen.applyChoice(last, choice, look.format);
    const { notices, taken } = streamed
      ? { notices: [], taken: eventsTaken }
      : pager === undefined
        ? await render(last, look, stream)
        : await renderPaged(last, look, deps, pager);
    await out?.keep();
    if (taken) await last.shown?.();
    return { last, notices };
  } catch (error) {
    await out?.drop();
    return { last, notices: [], failure: { error } };
  } finally {
    await last.close?.();
  }
}
