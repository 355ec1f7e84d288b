import { limits } from '../contract/limits.ts';
import type { Deps } from '../deps.ts';
import { usageError } from '../errors.ts';
import { fieldNames, sortKey } from '../render/choice.ts';
import { formatWords, type OutputFormat, outputFormats } from '../render/result.ts';
import { hasUserInfo } from '../text/host.ts';
import { type Env, present } from '../text/records.ts';
import { longestTimerMs } from '../text/time/time.ts';
import { defineOptions, type OptionsOf } from './command.ts';
import type { Settings } from './settings.ts';
import { durationMs, oneOf, wholeNumber } from './values.ts';

export const globalOptions = defineOptions([
  { flags: '--profile <NAME>', help: 'saved account, default "default" (CFI_PROFILE)', complete: 'profile' },
  { flags: '--base-url <URL>', help: "the service's base address, ending in /v1 (CFI_BASE_URL)" },
  { flags: '--emulator', help: 'the embedded emulator instead of a server (CFI_EMULATOR=1)' },
  {
    flags: '--state <DIR>',
    help: 'where the emulator keeps its state, or :memory: (CFI_EMULATOR_STATE)',
    complete: 'folder',
  },
  {
    flags: '-o, --output <FORMAT>',
    help: `${formatWords}, default ${outputFormats[0]} (CFI_OUTPUT)`,
    choices: outputFormats,
  },
  { flags: '--json', help: 'the same as --output json' },
  { flags: '--out <FILE>', help: 'write the result to a file', complete: 'file', writes: true },
  {
    flags: '--fields <A,B,…>',
    help: 'only these columns, in this order, by their csv names',
    parse: fieldNames,
  },
  {
    flags: '--sort <FIELD[:desc]>',
    help: 'sort rows by this column; empty values last',
    parse: sortKey,
  },
  { flags: '--no-input', help: 'never prompt (CFI_NO_INPUT=1)' },
  { flags: '--no-pager', help: 'do not page long tables (CFI_PAGER, PAGER)' },
  { flags: '--no-color', help: 'no colour (NO_COLOR)' },
  { flags: '-q, --quiet', help: 'only results and errors' },
  { flags: '--debug', help: 'show each request and answer, without secrets (CFI_DEBUG=1)' },
  { flags: '--timeout <DURATION>', help: 'time limit per request, default 30s (CFI_TIMEOUT)' },
  { flags: '--max-retries <N>', help: 'maximum retries per request, default 4 (CFI_MAX_RETRIES)' },
  {
    flags: '--lost-wait <DURATION>',
    help: 'how long a booking whose answer was lost may still arrive, default 60s (CFI_LOST_WAIT)',
  },
]);

export type GlobalOptions = OptionsOf<{ readonly options: typeof globalOptions }>;

/** The options of a paged list; `sizes` describes the page size in help. */
export const pagingOptions = (sizes: string, { min, max }: { readonly min: number; readonly max?: number }) =>
  defineOptions([
    { flags: '--page <N>', help: 'which page, from 1', parse: wholeNumber(limits.firstPage) },
    { flags: '--page-size <N>', help: sizes, parse: wholeNumber(min, max) },
    { flags: '--all', help: 'all pages as one' },
  ]);

/** The query of a paged endpoint. Throws a usage error for `--page` with `--all`. */
export function pageQuery({ all, page, pageSize }: OptionsOf<{ options: ReturnType<typeof pagingOptions> }>) {
  if (all && page !== undefined)
    throw usageError('--page and --all cannot be combined', 'use only one of them');
  return present({ page, page_size: pageSize });
}

interface Stream {
  readonly isTTY?: boolean;
}

interface Saved {
  readonly profile: string;
  /** Values that profiles may have, by key of `cfi config`. */
  readonly saved: Readonly<Record<string, string>>;
}

/** A variable that switches something on: any value but an empty one, 0, false, no and off. */
export const isOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());

/** Whether a stream shows colour: flag, then FORCE_COLOR, NO_COLOR and TERM=dumb, then whether it is a terminal. */
export function colorOf(stream: Stream, flag: unknown, env: Env) {
  if (flag === false) return false;
  // A package that colours tables cannot be loaded with a negative number.
  if (env.FORCE_COLOR !== undefined)
    return env.FORCE_COLOR === '' || (isOn(env.FORCE_COLOR) && !(Number.parseInt(env.FORCE_COLOR, 10) < 0));
  if (env.NO_COLOR || env.TERM === 'dumb') return false;
  return stream.isTTY === true;
}

function outputOf(globals: GlobalOptions, env: Env, saved: Saved['saved']): OutputFormat {
  const { json, output } = globals;
  if (json && output !== undefined && output !== 'json')
    throw usageError(`--json and --output ${output} cannot be combined`);
  if (json) return 'json';
  if (output !== undefined) return output;
  if (env.CFI_OUTPUT) return oneOf('CFI_OUTPUT', env.CFI_OUTPUT, outputFormats);
  return outputFormats.find((format) => format === saved.output) ?? 'table';
}

/** What a setting is given as: its name there, and its text. */
type Given = readonly [name: string, text: string | undefined];

function timeOf([name, text]: Given): number | undefined {
  if (text === undefined) return undefined;
  const ms = durationMs(name, text);
  if (ms < 1 || ms > longestTimerMs) throw usageError(`${name} must be more than 0 and at most 24 days`);
  return ms;
}

/** Whether everything is for a screen reader: by the environment, else by the profile. */
export const isAccessible = (env: Env, saved: Saved['saved']): boolean =>
  isOn(env.CFI_ACCESSIBLE || saved.accessible);

/** Whether the embedded emulator is meant, by the flag or the environment; an address on the line goes before the latter. */
export const isEmulated = (globals: GlobalOptions, env: Env): boolean =>
  globals.emulator === true || (globals.baseUrl === undefined && isOn(env.CFI_EMULATOR));

/** Throws a usage error for global options that are empty or contradict each other. */
function checkGiven(globals: GlobalOptions, baseUrl: string | undefined): void {
  const { profile, state, out } = globals;
  const texts = { '--profile': profile, '--base-url': globals.baseUrl, '--state': state, '--out': out };
  for (const [flag, text] of Object.entries(texts))
    if (text?.trim() === '') throw usageError(`${flag} must not be empty`);
  // Before anything can print it.
  if (baseUrl !== undefined && hasUserInfo(baseUrl))
    throw usageError(
      `${globals.baseUrl === undefined ? 'CFI_BASE_URL' : '--base-url'} must not contain a user name or password`,
      'sign in with cfi login; it takes the address alone',
    );
  if (globals.emulator === true && globals.baseUrl !== undefined)
    throw usageError('--emulator and --base-url cannot be combined', 'use only one of them');
}

/** The global options, each from the flag, else the environment, else the profile, else the default. */
export function resolveSettings(
  globals: GlobalOptions,
  around: Pick<Deps, 'env'> & Readonly<Record<'stdin' | 'stdout' | 'stderr', Stream>>,
  { profile, saved }: Saved,
): Settings {
  const { env } = around;
  const baseUrl = globals.baseUrl ?? (env.CFI_BASE_URL || undefined);
  const given = (flag: string, text: string | undefined, variable: string, kept?: string): Given =>
    text === undefined ? [variable, env[variable] || kept] : [flag, text];
  const timeoutMs = timeOf(given('--timeout', globals.timeout, 'CFI_TIMEOUT', saved.timeout)) ?? 30_000;
  const lostWaitMs = timeOf(given('--lost-wait', globals.lostWait, 'CFI_LOST_WAIT')) ?? 60_000;
  const [retries, text] = given('--max-retries', globals.maxRetries, 'CFI_MAX_RETRIES', saved.max_retries);
  checkGiven(globals, baseUrl);
  const { fields, sort } = globals;
  const accessible = isAccessible(env, saved);
  const hasColor = (stream: Stream): boolean => !accessible && colorOf(stream, globals.color, env);
  const emulator = isEmulated(globals, env);
  return {
    profile,
    baseUrl,
    emulator,
    ...(emulator && globals.emulator !== true && baseUrl !== undefined ? { ambiguous: true } : {}),
    state: globals.state ?? (env.CFI_EMULATOR_STATE || undefined),
    output: outputOf(globals, env, saved),
    out: globals.out === '-' ? undefined : globals.out,
    choice: fields === undefined && sort === undefined ? undefined : { fields, sort },
    interactive:
      globals.input !== false &&
      !isOn(env.CFI_NO_INPUT) &&
      !isOn(env.CI) &&
      around.stderr.isTTY === true &&
      around.stdin.isTTY === true,
    accessible,
    color: { stdout: hasColor(around.stdout), stderr: hasColor(around.stderr) },
    pager: globals.pager !== false && !accessible,
    quiet: globals.quiet === true,
    debug: globals.debug === true || isOn(env.CFI_DEBUG),
    timeoutMs,
    maxRetries: text === undefined ? 4 : wholeNumber(0, 1000)(retries, text),
    // A request may certainly still arrive while its answer is waited for.
    lostWaitMs: Math.max(timeoutMs, lostWaitMs),
    mondayWarehouses: (saved.monday_warehouses ?? '').split(',').flatMap((name) => name.trim() || []),
  };
}
