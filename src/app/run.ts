import { once } from 'node:events';
import { resolve } from 'node:path';
import { askMissing, type Question } from '../cli/ask.ts';
import { type Given, longName, optionKey, type Runnable, type Values, valuesOf } from '../cli/command.ts';
import { resolveSettings } from '../cli/global-options.ts';
import { type Busy, noBusy, startBusy, waitNotice } from '../cli/progress.ts';
import { hiddenPrompts, type Prompts, withEach } from '../cli/prompts.ts';
import type { CommandContext, Settings } from '../cli/settings.ts';
import { homePaths } from '../config/paths.ts';
import { rememberedFor } from '../config/remembered.ts';
import { knownSecrets } from '../config/settings-file.ts';
import type { Deps, Installation } from '../deps.ts';
import { endedUnsent, exitCodes, interruption, usageError } from '../errors.ts';
import { chosenColumns } from '../render/choice.ts';
import { jsonLine } from '../render/json.ts';
import { write } from '../render/render.ts';
import type { Result } from '../render/result.ts';
import { said, wrapMessage } from '../render/text.ts';
import type { NamedFile } from '../storage/output-file.ts';
import { databaseSuffixes } from '../storage/whole-file.ts';
import { present } from '../text/records.ts';
import { createRedactor } from '../text/redact.ts';
import { sanitizeText } from '../text/sanitize.ts';
import { createServiceClock } from '../text/time/time.ts';
import { withSigns } from '../text/words.ts';
import { everywhere, refuseSwallowedOption, withMeantReference } from './mistakes.ts';
import { guessedFormat, guessedOptions, type Line, readLine } from './parse.ts';
import { readSaved, report, reportingOf, show, terminalLook } from './show.ts';

/** The files that a value names. */
const named = (role: string, value: unknown): NamedFile[] =>
  [value]
    .flat()
    .filter((name): name is string => typeof name === 'string' && name !== '' && name !== '-')
    .map((name) => ({ role, name }));

/** The files that a command line names, and the program's own: a file that is read must never be overwritten. */
function namedFiles(
  values: Values,
  { out, state }: Pick<Settings, 'out' | 'state'>,
  { env, platform, cwd }: Deps,
) {
  const files = values.filter(({ complete }) => complete === 'file');
  // As from a script whose variable is not set: it is written only at the end, and the result would be lost.
  const unnamed = files.find((each) => 'flags' in each && each.value === '');
  if (unnamed !== undefined) throw usageError(`${unnamed.role} must not be empty`);
  const home = homePaths(env, platform, cwd);
  return {
    read: [
      ...files.filter(({ writes }) => writes !== true).flatMap(({ role, value }) => named(role, value)),
      { role: "cfi's settings", name: home.configFile },
      ...named(
        "cfi's own file",
        home.databases.flatMap((file) => databaseSuffixes.map((suffix) => file + suffix)),
      ),
      ...named('CFI_CLIENT_SECRET_FILE', env.CFI_CLIENT_SECRET_FILE),
      ...named('NODE_EXTRA_CA_CERTS', env.NODE_EXTRA_CA_CERTS),
    ],
    written: [
      ...files.filter(({ writes }) => writes === true).flatMap(({ role, value }) => named(role, value)),
      ...named('--out', out),
    ],
    own: {
      folders: home.folders,
      inner: [...home.inner, ...(state === undefined || state === ':memory:' ? [] : [resolve(cwd, state)])],
    },
  };
}

/** What a command needs: its required arguments and options; what it asks for itself, only where nobody can be asked. */
const questionsOf = ({ args = [], options = [], needsOne }: Runnable, interactive: boolean): Question[] => [
  ...args.filter(({ required }) => required === true),
  ...options
    .filter(({ required }) => required === true)
    .map((option) => ({
      name: optionKey(option),
      label: option.flags.replaceAll(/[<>]/g, ''),
      question: option.question ?? option.help,
      ...present({ choices: option.choices }),
    })),
  ...(needsOne === undefined || interactive ? [] : [needsOne]),
];

/** The installation method that uses the program's folder; accepts paths of any platform. */
export function installedBy({ file, executable }: Pick<Installation, 'file' | 'executable'>) {
  const folders = file.split(/[\\/]/).slice(0, -1);
  if (folders.includes('Cellar')) return 'homebrew';
  if (folders.includes('scoop')) return 'scoop';
  if (executable) return 'executable';
  return folders.includes('node_modules') ? 'npm' : 'source';
}

/** The answer to `--version`: only the number, whatever CFI_OUTPUT says, or more if the line asks for JSON. */
function versionAnswer(argv: readonly string[], version: string, deps: Deps): string {
  const format = guessedFormat(guessedOptions(argv), {});
  if (format !== 'json' && format !== 'ndjson') return `${version}\n`;
  const { node, arch, file, executable } = deps.installation;
  const installed = installedBy({ file, executable });
  const data = { version, node, platform: deps.platform, arch, installed, path: file };
  return `${jsonLine(format === 'json' ? { data } : data)}\n`;
}

/** Parses a command line and runs it; returns the exit code. Throws when the line itself is wrong. */
export async function runCommandLine(argv: readonly string[], version: string, deps: Deps): Promise<number> {
  const width = (deps.stdout.isTTY && deps.stdout.columns) || 80;
  const request = await readLine(argv, width);
  if (request.kind === 'run') return runLine(request.line, argv, deps);
  const text = request.kind === 'text' ? request.text : versionAnswer(argv, version, deps);
  const { out, state = deps.env.CFI_EMULATOR_STATE } = guessedOptions(argv);
  if (out === undefined) await write(deps.stdout, text);
  else await writeText({ out, state: state || undefined }, text, argv, deps);
  return exitCodes.ok;
}

/** Writes help or the version to the file of `--out`, with the checks that the result of a command gets. */
async function writeText(
  places: { readonly out: string; readonly state: string | undefined },
  text: string,
  argv: readonly string[],
  deps: Deps,
): Promise<void> {
  refuseSwallowedOption(argv, everywhere);
  if (places.out === '') throw usageError('--out must not be empty');
  await checkWritten(namedFiles([], places, deps), deps.cwd);
  const { writeOut } = await import('../storage/output-file.ts');
  await writeOut(places.out, deps, text);
}

async function runLine(line: Line, words: readonly string[], world: Deps): Promise<number> {
  const { home, config, profile, saved } = readSaved(line.globals, world);
  const settings = resolveSettings(line.globals, world, { profile, saved });
  const redactor = createRedactor();
  for (const secret of knownSecrets(world.env, config)) redactor.hide(secret);
  try {
    const given = withSavedValues(line, saved);
    const files = namedFiles(valuesOf(line.command, given), settings, world);
    await checkWritten(files, world.cwd);
    const dialogue: Dialogue = { busy: noBusy, waits: () => noBusy };
    const context = contextOf(line.command, world, { words, settings, files, redactor }, dialogue);
    const nothing = line.command.namesAccount === undefined ? '' : 'nothing was sent';
    const questions = questionsOf(line.command, context.settings.interactive);
    const options = await askMissing(context, given, questions, nothing);
    const work = act(line.command, context, options, dialogue);
    // A dry run has nothing to finish.
    const isDry = options.dryRun === true;
    if (line.command.graceful && !isDry) return await work;
    return await Promise.race([work, interrupted(world.interrupted, isDry)]);
  } catch (error) {
    const account = rememberedFor(settings, home, world.cwd);
    const hinted = withMeantReference(error, valuesOf(line.command, line.options), home, account);
    return report(hinted, world, reportingOf(settings, redactor));
  }
}

/** Throws a usage error if a file that the line names cannot be written, or is read as well. */
async function checkWritten({ read, written, own }: CommandContext['files'], cwd: string): Promise<void> {
  if (written.length === 0) return;
  // Few lines name such a file, and these load Node's promises for files, which takes more than 1 ms.
  const { checkDistinct, checkElsewhere, checkWritable } = await import('../storage/output-file.ts');
  checkElsewhere(written, own, cwd);
  for (const { name } of written) await checkWritable(name, cwd);
  await checkDistinct(written, read, cwd);
}

/** The spinner of a command. */
interface Dialogue {
  busy: Busy;
  /** Shows the spinner again after a question, if the command then waits for the service. */
  waits(): Busy;
}

/** What a command gets. What it writes hides the spinner for a moment, and it rests around a question. */
function contextOf(
  { namesAccount }: Runnable,
  world: Deps,
  line: Pick<CommandContext, 'words' | 'settings' | 'files' | 'redactor'>,
  dialogue: Dialogue,
): CommandContext {
  const { stderr } = world;
  const { accessible, quiet } = line.settings;
  const shown = said(line.redactor.redact);
  const notice = (text: string): void => {
    if (quiet) return;
    dialogue.busy.hide();
    // As in errors, no text begins a line: a file's name may contain "\nerror: …".
    const clean = shown(sanitizeText(text)).replaceAll('\n', '\n  ');
    const { width, plain = false } = terminalLook(stderr, world);
    const lines = width === undefined || accessible ? clean : wrapMessage(clean, width);
    stderr.write(`${withSigns(lines, { accessible, plain })}\n`);
  };
  const warn = (text: string): void => notice(`warning: ${text}`);
  const prompts = async (): Promise<Prompts> => {
    dialogue.busy.stop();
    // Whoever answers must know for which account.
    if (namesAccount !== undefined) await (await import('../client/auth/session.ts')).nameAccount(context);
    return withEach(hiddenPrompts(await world.prompts(accessible), shown), async (ask) => {
      dialogue.busy.stop();
      const answer = await ask();
      dialogue.busy = dialogue.waits();
      return answer;
    });
  };
  let isShown = namesAccount === undefined || stderr.isTTY !== true;
  const context: CommandContext = {
    ...line,
    // Not copied, because reading `stdin` opens it.
    deps: Object.assign(Object.create(world) as Deps, { prompts }),
    clock: createServiceClock(world, warn),
    notice,
    warn,
    tellAccount(text) {
      if (!isShown) notice(`account: ${text}`);
      isShown = true;
    },
    onWait: waitNotice({ deps: world, settings: line.settings, notice }),
  };
  return context;
}

async function act(command: Runnable, context: CommandContext, options: Given, dialogue: Dialogue) {
  const module = await command.load?.();
  const { choice } = context.settings;
  // Unknown columns are rejected before the command does anything.
  if (choice !== undefined) {
    if (module?.columns === undefined)
      throw usageError(
        `${command.name} has no columns for --fields and --sort to choose from`,
        'leave them out',
      );
    const columns = module.columns(options);
    if (columns !== undefined) chosenColumns(choice, columns);
  }
  // Where a file is typed into the terminal, a spinner would write over it.
  const isTyped =
    valuesOf(command, options).some(
      ({ complete, writes, value }) => complete === 'file' && writes !== true && [value].flat().includes('-'),
    ) && context.deps.stdin.isTTY === true;
  const spin = () => (isTyped ? noBusy : startBusy(context, 'waiting for the service'));
  if (command.waits === true) dialogue.waits = spin;
  if (command.graceful !== true || command.waits === true) dialogue.busy = spin();
  let result: Result | undefined;
  try {
    result = await module?.run(context, options);
  } finally {
    dialogue.busy.stop();
  }
  return result === undefined ? exitCodes.ok : show(result, context);
}

/** The options, with the values saved in the profile as defaults; `fromProfile` names the options that use them. */
function withSavedValues({ command, options }: Line, saved: Readonly<Record<string, string>>): Given {
  const filled = { ...options };
  const fromProfile: string[] = [];
  for (const option of command.options ?? []) {
    const text = option.setting === undefined ? undefined : saved[option.setting];
    const key = optionKey(option);
    if (text === undefined || filled[key] !== undefined) continue;
    filled[key] = option.parse?.(longName(option), text) ?? text;
    fromProfile.push(key);
  }
  return fromProfile.length === 0 ? filled : { ...filled, fromProfile };
}

async function interrupted(signal: AbortSignal, isUnsent: boolean): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw isUnsent ? endedUnsent(signal) : interruption(signal.reason);
}
