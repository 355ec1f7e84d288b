import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { lastReported, paceFor, rememberSeen, stateOf } from '../../desk/read.ts';
import { openOffer, slotPhase, slotReference } from '../../desk/slot-record.ts';
import { nextSteps, slotCsv, statusName, statusText, statusWords } from '../../desk/slot-view.ts';
import { CfiError, mayPass, usageError } from '../../errors.ts';
import { formats, type Result } from '../../render/result.ts';
import type { Fields } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { dayMs, formatDuration, minuteMs } from '../../text/time/time.ts';
import { beginning, counted, splitWords } from '../../text/words.ts';
import { answerWhileWatching } from './answer.ts';
import type { watchCommand } from './definition.ts';
import { type Change, changeOf, isDecided, pollSlots, type Watch, watchExitCode } from './watched.ts';

const states = (slots: readonly Fields[], now: number): string =>
  slots.map((slot) => `${slotReference(slot)} (${statusWords(slot, now)})`).join(', ');

/** A poll without a connection counts for nothing: it is repeated after this, each time doubled up to the interval. */
const firstUnreachedMs = minuteMs;

/**
 * Polls once, or until every slot has reached the goal or the time is up. Yields each change. Throws if the service
 * refuses, or if no poll succeeds. Closes the session at the end.
 */
export async function* watchSlots(watch: Watch): AsyncGenerator<Change> {
  const { context, api, slots, once } = watch;
  const { transport } = api;
  const { deps } = context;
  const tell = announcer(watch);
  const started = transport.monotonicNow();
  let refs = watch.refs.length === 0 ? undefined : watch.refs;
  /** How many polls in a row have not reached the service. */
  let unreached = 0;
  try {
    for (;;) {
      let wait = watch.intervalMs * (1 + 0.1 * deps.random());
      let failed: CfiError | undefined;
      let hasReached = false;
      try {
        const polled = await pollSlots(watch, refs, () => {
          hasReached = true;
        });
        unreached = 0;
        refs ??= polled.map(slotReference);
        for (const slot of polled) yield* changesOf(watch, slot);
        tell.answered();
        // What `--once` reports is remembered when it has been shown.
        const known = polled.map((slot) => slots.get(slotReference(slot)) ?? slot);
        if (!once) await rememberSeen(context, api, known);
      } catch (error) {
        if (!(error instanceof CfiError) || once) throw error;
        const isToCome = watch.isBooked && error.code === 'not-found';
        if (!mayPass(error) && error.code !== 'rate-limited' && !isToCome) throw error;
        failed = error;
        wait = Math.max(wait, (error.details.retryAfterSeconds ?? 0) * 1000);
        unreached = error.details.unreached && !hasReached ? unreached + 1 : 0;
        if (unreached > 0) wait = Math.min(wait, firstUnreachedMs * 2 ** (unreached - 1));
      }
      const open = [...slots.values()].filter((slot) => !isDecided(slot, watch.until));
      const unread = refs === undefined || refs.some((reference) => !slots.has(reference));
      if (once || (!unread && open.length === 0)) return;
      const left = (watch.maxWaitMs ?? Number.POSITIVE_INFINITY) - (transport.monotonicNow() - started);
      const closestMs = unreached > 0 ? 0 : watch.closestMs;
      if (left <= 0 || left < closestMs) {
        if (unread && failed !== undefined) throw failed;
        if (failed !== undefined) context.warn(`the last poll failed: ${failed.message}`);
        if (open.length > 0) context.notice(timeUp(watch, left, open));
        return;
      }
      if (failed !== undefined) tell.failed(failed);
      // The last poll is exactly at the end.
      const next = left - wait < closestMs ? left : wait;
      tell.waits(next, open);
      await transport.wait(next, deps.interrupted);
    }
  } finally {
    await api.close();
  }
}

/** Yields the change that a slot shows, if any, and handles it; a slot answered at the prompt changes again. */
async function* changesOf(watch: Watch, read: Fields): AsyncGenerator<Change> {
  const { context, api } = watch;
  const { settings } = context;
  const asks = settings.interactive && formats[settings.output].forPeople && !watch.once;
  let slot: Fields | undefined = read;
  while (slot !== undefined) {
    const change: Change | undefined = changeOf(slot, watch);
    const reference = slotReference(slot);
    watch.slots.set(reference, slot);
    if (change === undefined) return;
    yield change;
    watch.changed.add(reference);
    if (watch.command !== undefined && !(await runCommand(context, watch.command, change)))
      watch.failed.add(reference);
    const isAsked: boolean = asks && slotPhase(slot) === 'answer-needed';
    slot = isAsked ? await answerWhileWatching({ context, api, reference }) : undefined;
  }
}

/** Why the watch ends before the goal is reached. `left` milliseconds of the maximum wait were too few for another poll. */
function timeUp(watch: Watch, left: number, open: readonly Fields[]): string {
  const { context, api, maxWaitMs = 0, closestMs, until } = watch;
  const now = context.clock.now();
  const lacking = until === 'confirmed' ? 'no confirmation' : 'no decision';
  // It has moved by all of that in a moment.
  const by = api.transport.embedded ? " by the emulator's clock" : '';
  if (left <= 0) return `${lacking} within ${formatDuration(maxWaitMs)}${by}: ${states(open, now)}`;
  const rule = `the service allows a poll every ${formatDuration(closestMs)}, and the next would be after --max-wait ${formatDuration(maxWaitMs)}`;
  return `${lacking} yet: ${states(open, now)}; ${rule}`;
}

/** Announces each wait, short or embedded ones only once; and why polls fail, again only for another reason. */
function announcer({ context, api, maxWaitMs }: Watch) {
  let announced = false;
  let failing: { readonly why: string; isReported: boolean } | undefined;
  return {
    failed({ message: why }: CfiError): void {
      if (failing?.why === why) return;
      failing = { why, isReported: false };
      const end = maxWaitMs === undefined ? '; Ctrl-C ends the watch, and --max-wait DURATION limits it' : '';
      context.warn(`poll failed: ${why}; still trying${end}`);
    },
    answered(): void {
      if (failing !== undefined) context.notice('the service answers again');
      failing = undefined;
    },
    waits(ms: number, open: readonly Fields[]): void {
      if (failing?.isReported === true) return;
      if (failing !== undefined) failing.isReported = true;
      else if (announced && (api.transport.embedded || ms < minuteMs)) return;
      announced = true;
      const next = formatDuration(ms < 1000 ? ms : Math.round(ms / 1000) * 1000);
      context.notice(
        `${open.length === 0 ? 'no state yet' : states(open, context.clock.now())}; next poll in ${next}`,
      );
    },
  };
}

type SlotWatchOptions = OptionsOf<typeof watchCommand>;

/**
 * In the embedded emulator, waits take no time and only a warehouse's policy can answer, within the hour: without a limit,
 * an unanswered slot would be watched forever.
 */
const embeddedMaxWaitMs = dayMs;

/** Waits for the warehouse's decision on one or several slots. */
export async function run(context: CommandContext, options: SlotWatchOptions): Promise<Result> {
  const command = commandWords(options.exec, context.deps.platform);
  const api = await openApi(context, { keepsData: true });
  return watch(context, api, options, { command });
}

/** How often a served emulator is polled after a booking, ms: whoever tries it out does not wait for minutes. */
const emulatorPollMs = 5000;

/** Like `run`, with an open session; closes it at the end. */
export async function watch(
  context: CommandContext,
  api: Api,
  options: SlotWatchOptions,
  { command, isBooked = false }: Partial<Pick<Watch, 'command' | 'isBooked'>>,
): Promise<Result> {
  if (!options.once) await context.deps.loadWholeProgram();
  const { once = false } = options;
  const interval = once ? undefined : options.interval;
  const emulatorInterval = isBooked && !api.transport.embedded ? emulatorPollMs : undefined;
  const watched: Watch = {
    context,
    api,
    refs: [...new Set(options.refs)],
    until: options.until ?? 'decision',
    isBooked,
    once,
    ...(await paceFor(context, api, interval, emulatorInterval)),
    maxWaitMs: options.maxWait ?? (api.transport.embedded ? embeddedMaxWaitMs : undefined),
    command,
    lastReported: once ? lastReported(context, api) : {},
    slots: new Map(),
    changed: new Set(),
    failed: new Set(),
  };
  return {
    data: undefined,
    blocks: [],
    live: {
      events: watchSlots(watched),
      line: (change: Change) => line(change, context.clock.now()),
      columns: slotCsv.map(({ header, value }) => ({ header, value: ({ slot }: Change) => value(slot) })),
      end: () => {
        const result = ending(watched);
        const seen = [...watched.slots.values()].filter((slot) => !watched.failed.has(slotReference(slot)));
        return once ? { ...result, shown: () => rememberSeen(context, api, seen, stateOf) } : result;
      },
    },
  };
}

/** The next steps of more slots than these are counted. */
const mostSteps = 20;

function ending({ context, refs, until, once, slots, changed }: Watch): Result {
  const rows = [...slots.values()];
  const shown = once ? rows.filter((slot) => changed.has(slotReference(slot))) : rows;
  const exitCode = watchExitCode(rows, until);
  const decided = shown.filter((slot) => isDecided(slot, until));
  const more = decided.length - mostSteps;
  // Without news nothing is written, except the header of csv, which is there whatever the rows are.
  if (once && shown.length === 0 && context.settings.output !== 'csv')
    return { data: undefined, blocks: [], bare: '', exitCode };
  if (!once && rows.length === 0 && refs.length === 0) context.notice('no slot is waiting for a decision');
  return {
    data: refs.length === 1 ? (shown[0] ?? null) : shown,
    items: shown,
    blocks: [],
    csv: { columns: slotCsv, rows: shown },
    notices: [
      ...decided
        .slice(0, mostSteps)
        .flatMap((slot) => nextSteps(slot, context.settings, context.clock.now())),
      ...(more > 0
        ? [`and for ${counted(more, 'more slot')}: ${commandFor(context.settings, 'slot', 'list')}`]
        : []),
    ],
    exitCode,
  };
}

function commandWords(line: string | undefined, platform: string): string[] | undefined {
  if (line === undefined) return undefined;
  const words = splitWords(line, platform);
  if (words === undefined) throw usageError('--exec has an unclosed quote');
  if (words.length === 0) throw usageError('--exec is empty: name a command');
  return words;
}

/** Far longer than any real value; the system starts no program with a variable of more than 128 kB. */
const longestVariable = 1000;

const variable = (text: string): string => beginning(sanitizeLine(text), longestVariable);

/** Runs the program of `--exec`; whether it succeeded. */
async function runCommand({ deps, warn }: CommandContext, command: readonly string[], change: Change) {
  const [file = '', ...args] = command;
  const env = {
    CFI_SLOT_REFERENCE: variable(change.slotReference),
    CFI_SLOT_STATUS: variable(change.scheduleStatus),
    CFI_SLOT_PROPOSED_TIME: variable(change.proposedTime ?? ''),
  };
  try {
    const code = await deps.run(file, args, env);
    if (code !== 0) warn(`--exec ${file} ended with exit code ${code}`);
    return code === 0;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'cancelled') throw error;
    warn(`--exec: ${error.message}`);
    return false;
  }
}

/** So much of a comment fits a line or two of a terminal; the slot's own page has the rest. */
const longestComment = 120;

/** A change for people. */
function line({ slot, slotReference: reference, previousStatus }: Change, now: number): string {
  const before = previousStatus === null ? '' : `${statusName(previousStatus)} → `;
  const { comment } = openOffer(slot) ?? {};
  const said = comment === undefined ? '' : `  "${beginning(sanitizeLine(comment), longestComment)}"`;
  return `${reference}  ${before}${statusText(slot, now)}${said}`;
}

/** The columns in csv. */
export const columns = () => slotCsv;
