import { Writable } from 'node:stream';
import { colorOf, type GlobalOptions, isAccessible, isEmulated, isOn } from '../cli/global-options.ts';
import type { CommandContext, Settings } from '../cli/settings.ts';
import { currentProfile, savedSettings } from '../config/keys.ts';
import { homePaths } from '../config/paths.ts';
import { rememberedFor, rememberNames } from '../config/remembered.ts';
import { emulatorProfile, readConfig, secretsOfEnvironment } from '../config/settings-file.ts';
import type { Deps, Output } from '../deps.ts';
import { CfiError, damagedInstallation, interruption } from '../errors.ts';
import { errorOutput } from '../render/error.ts';
import { type Rendered, render, renderLive, write, writeAll } from '../render/render.ts';
import { exitCodeOf, formats, type Result, type SafeLook, type ShownNames } from '../render/result.ts';
import type { OutputFile } from '../storage/output-file.ts';
import { attempt, codeOf, fieldsOf, present } from '../text/records.ts';
import { createRedactor, type Redactor } from '../text/redact.ts';
import { sanitizeText } from '../text/sanitize.ts';
import { isPlainTerminal, splitWords } from '../text/words.ts';
import { guessedFormat, guessedOptions } from './parse.ts';

function asCfiError(error: unknown, { aborted, reason }: AbortSignal): CfiError {
  if (error instanceof CfiError) return error;
  if (aborted) return interruption(reason);
  // The mode of a closed terminal cannot be changed. An open question meets this before there is a signal, if there is one.
  if (codeOf(error) === 'EIO' && fieldsOf(error).syscall === 'setRawMode') return interruption('SIGHUP');
  if (codeOf(error) === 'MODULE_NOT_FOUND') return damagedInstallation(error);
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new CfiError('internal', `unexpected failure: ${message}`, {
    hint: 'run it again with --debug to see where it happened',
    cause: error,
  });
}

type Reporting = ReturnType<typeof reportingOf>;

/** How to report an error, from the settings of a parsed line. */
export const reportingOf = ({ output, color, accessible, debug }: Settings, { redact }: Redactor) => ({
  look: { format: output, color: color.stderr, accessible, redact },
  debug,
});

/** What is saved: all of it, and the settings of the profile that these options, else the environment, name. */
export function readSaved(globals: GlobalOptions, { env, platform, cwd, now, stderr }: Deps) {
  const home = homePaths(env, platform, cwd);
  const warn = (text: string): void => void stderr.write(`warning: ${sanitizeText(text)}\n`);
  const config = readConfig(home.configFile, { warn, now });
  const usual = isEmulated(globals, env) ? emulatorProfile : currentProfile(config);
  const profile = globals.profile ?? (env.CFI_PROFILE || usual);
  return { home, config, profile, saved: savedSettings(config.profiles[profile]) };
}

/** How to report an error when the command line could not be parsed: a guess from its words. */
export function guessedReporting(argv: readonly string[], deps: Deps): Reporting {
  const guess = guessedOptions(argv);
  const redactor = createRedactor();
  for (const secret of secretsOfEnvironment(deps.env)) redactor.hide(secret);
  // Nothing is known if it cannot be read, or there is no current folder.
  const saved = attempt(() => readSaved({}, deps).saved, {});
  const accessible = isAccessible(deps.env, saved);
  const color = !accessible && colorOf(deps.stderr, guess.color, deps.env);
  const look = { format: guessedFormat(guess, deps.env), color, accessible, redact: redactor.redact };
  return { look, debug: guess.debug === true || isOn(deps.env.CFI_DEBUG) };
}

/** How text looks on a terminal; nothing is cut, and no sign replaced, elsewhere. */
export const terminalLook = (stream: Output, { env, platform }: Deps): Pick<SafeLook, 'width' | 'plain'> =>
  stream.isTTY === true ? { width: stream.columns || 80, plain: isPlainTerminal(env, platform) } : {};

/** Writes an error on standard error, with the signs that its reader has. */
async function tell(error: CfiError, deps: Deps, look: SafeLook): Promise<void> {
  const pieces = errorOutput(error, { ...look, ...terminalLook(deps.stderr, deps) });
  // There is no other place to say that it cannot be written.
  await writeAll(deps.stderr, pieces).catch(() => {});
}

/** Reports the error on standard error; returns the exit code. */
export async function report(thrown: unknown, deps: Deps, { look, debug }: Reporting): Promise<number> {
  const error = asCfiError(thrown, deps.interrupted);
  await tell(error, deps, look);
  error.details.allErrors?.close();
  const { cause } = error.details;
  if (debug && cause instanceof Error && error.code === 'internal')
    deps.stderr.write(`${look.redact(sanitizeText(cause.stack ?? ''))}\n`);
  return error.exitCode;
}

/** Keeps names for completion, except those of an emulator that ends with this process. */
async function remember(shown: ShownNames, { deps, settings, redactor }: CommandContext): Promise<void> {
  if (settings.emulator && settings.state === ':memory:') return;
  const home = homePaths(deps.env, deps.platform, deps.cwd);
  const isOpen = (name: string): boolean => redactor.redact(name) === name;
  const names = Object.entries(shown).map(([kind, all]) => [kind, all.filter(isOpen)]);
  await rememberNames(home.cache, rememberedFor(settings, home, deps.cwd), Object.fromEntries(names));
}

/** Writes a command's result, and keeps its names for completion; returns the exit code. */
export async function show(result: Result, context: CommandContext): Promise<number> {
  const { deps, settings, redactor } = context;
  const { last, notices, failure } = await output(result, context);
  // Scripts read in an error what the shell gets.
  const exitCode = exitCodeOf(last);
  try {
    const more = last.nextPage === undefined ? [] : [`more: --page ${last.nextPage}, or --all`];
    for (const text of [...notices, ...(last.notices ?? []), ...more]) context.notice(text);
    const { look } = reportingOf(settings, redactor);
    for (const error of last.errors ?? []) await tell(error.with({ exitCode }), deps, look);
  } finally {
    await last.close?.();
  }
  if (failure !== undefined) throw failure.error;
  if (last.names !== undefined) await remember(last.names(), context);
  return exitCode;
}

/** The program that shows long tables, as words: CFI_PAGER, else PAGER, else less. Undefined if none is wanted, or nobody turns pages. */
function pagerOf({ pager, interactive }: Pick<Settings, 'pager' | 'interactive'>, env: Deps['env']) {
  if (!pager || !interactive || env.TERM === 'dumb') return undefined;
  const words = splitWords(env.CFI_PAGER ?? env.PAGER ?? 'less') ?? [];
  return words.length === 0 || words[0] === 'cat' ? undefined : words;
}

/** Renders a result on the terminal, through the pager if it is longer than the screen. */
async function renderPaged(
  result: Result,
  look: SafeLook,
  deps: Pick<Deps, 'stdout' | 'env' | 'page'>,
  [command = '', ...args]: readonly string[],
): Promise<Rendered> {
  let text = '';
  const collecting = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  });
  const rendered = await render(result, look, collecting);
  const { rows = 0 } = deps.stdout;
  // Longer than the terminal, with a prompt below it.
  if (rows > 0 && text.split('\n').length > rows) {
    // Unless the user has set any: quit if the text is short, keep colours, leave the text on the screen.
    const env = present({ LESS: deps.env.LESS ? undefined : 'FRX', LV: deps.env.LV ? undefined : '-c' });
    if (await deps.page(command, args, env, text)) return rendered;
  }
  return { ...rendered, taken: await write(deps.stdout, text) };
}

/** Writes a result to standard output or the file of `--out`. `failure` prevented that, although the command has done its work. */
async function output(result: Result, { deps, settings, redactor, clock }: CommandContext) {
  let last = result;
  let out: OutputFile | undefined;
  try {
    if (settings.out !== undefined && result.wroteOut !== true) {
      // Loaded only then, because Node's promises for files take more than 1 ms.
      const { openOut } = await import('../storage/output-file.ts');
      out = await openOut(settings.out, deps);
    }
    const look: SafeLook = {
      format: settings.output,
      color: out === undefined && settings.color.stdout,
      redact: redactor.redact,
      ...(out === undefined ? terminalLook(deps.stdout, deps) : {}),
      accessible: settings.accessible,
      now: clock.now(),
    };
    // Text printed unchanged, such as a template or a map, is for copying, not for paging.
    const isTable = look.format === 'table' && result.bare === undefined;
    // Who has interrupted a command that then ends cleanly must not be held up by a pager.
    const mayPage = look.width !== undefined && isTable && !deps.interrupted.aborted;
    const pager = mayPage ? pagerOf(settings, deps.env) : undefined;
    const stream = out?.stream ?? deps.stdout;
    const streamed = result.live !== undefined && formats[look.format].live !== 'end';
    const { choice } = settings;
    const chosen = choice && (await import('../render/choice.ts'));
    let eventsTaken = true;
    if (result.live !== undefined) {
      const live = streamed && choice && chosen ? chosen.chosenEvents(result.live, choice) : result.live;
      ({ last, taken: eventsTaken } = await renderLive(live, look, stream));
    }
    if (choice && chosen) last = await chosen.applyChoice(last, choice, look.format);
    const { notices, taken } = streamed
      ? { notices: [], taken: eventsTaken }
      : pager === undefined
        ? await render(last, look, stream)
        : await renderPaged(last, look, deps, pager);
    await out?.keep();
    if (taken) await last.shown?.();
    return { last, notices, failure: undefined };
  } catch (error) {
    await out?.drop();
    return { last, notices: [], failure: { error } };
  }
}
