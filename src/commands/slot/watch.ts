import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, usageError } from '../../errors.ts';
import { type Column, formats, type Result } from '../../render/result.ts';
import type { Fields } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { dayMs, formatDuration, minuteMs } from '../../text/time/time.ts';
import { splitWords } from '../../text/words.ts';
import { lastReported, paceFor, rememberReferences, rememberStates } from '../desk/read.ts';
import { slotPhase, slotReference } from '../desk/slot-record.ts';
import { nextSteps, slotCsv, statusName, statusText, statusWords } from '../desk/slot-view.ts';
import { answerWhileWatching } from './answer.ts';
import type { watchCommand } from './definition.ts';
import { type Change, isSettled, type WatchPlan, watchExitCode, watchSlots } from './watch-loop.ts';

const states = (slots: readonly Fields[], now: number): string =>
  slots.map((slot) => `${slotReference(slot)} ${statusWords(slot, now)}`).join(', ');

/** Why the watch ends undecided. `left` milliseconds of the maximum wait were too few for another poll. */
function timeUp(
  left: number,
  open: readonly Fields[],
  { maxWaitMs = 0, closestMs }: Pick<WatchPlan, 'closestMs' | 'maxWaitMs'>,
  now: number,
): string {
  if (left === 0) return `no decision within ${formatDuration(maxWaitMs)}: ${states(open, now)}`;
  const rule = `the service allows a poll every ${formatDuration(closestMs)}, and the next would be after --max-wait ${formatDuration(maxWaitMs)}`;
  return `no decision yet: ${states(open, now)}; ${rule}`;
}

/**
 * Announces each wait, short ones and those of the embedded emulator only once; and why polls fail, once until they fail
 * for another reason, with how to end a watch that has no maximum wait.
 */
function telling(context: CommandContext, api: Api, { maxWaitMs }: Pick<WatchPlan, 'maxWaitMs'>) {
  let announced = false;
  let failing: { readonly why: string; isTold: boolean } | undefined;
  return {
    onFailedPoll({ message: why }: CfiError): void {
      if (failing?.why === why) return;
      failing = { why, isTold: false };
      const end = maxWaitMs === undefined ? '; Ctrl-C ends the watch, and --max-wait DURATION limits it' : '';
      context.warn(`poll failed: ${why}; it keeps trying${end}`);
    },
    onAnswer(): void {
      if (failing !== undefined) context.notice('the service answers again');
      failing = undefined;
    },
    onWait(ms: number, open: readonly Fields[]): void {
      if (failing?.isTold === true) return;
      if (failing !== undefined) failing.isTold = true;
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
  return watch(context, api, options, command);
}

/** Like `run`, with an open session; closes it at the end. */
export async function watch(
  context: CommandContext,
  api: Api,
  options: SlotWatchOptions,
  command?: readonly string[],
): Promise<Result> {
  if (!options.once) await context.deps.loadWholeProgram();
  const refs = [...new Set(options.refs ?? [])];
  const until = options.until ?? 'decision';
  const slots = new Map<string, Fields>();
  const changed = new Set<string>();
  let polledAt = 0;
  const { interval, once = false } = options;
  const pace = await paceFor(context, api, once ? undefined : interval);
  const maxWaitMs = options.maxWait ?? (api.transport.embedded ? embeddedMaxWaitMs : undefined);
  const { onFailedPoll, onAnswer, onWait } = telling(context, api, { maxWaitMs });
  const plan: WatchPlan = {
    refs,
    until,
    ...pace,
    maxWaitMs,
    once,
    lastReported: once ? lastReported(context, api) : {},
    signal: context.deps.interrupted,
    random: context.deps.random,
    onFailedPoll,
    onWait,
    // What `--once` reports is remembered when it has been shown.
    async onPolled(polled) {
      onAnswer();
      // The end comes when the session, and with it the clock of the embedded emulator, is closed.
      polledAt = api.transport.now();
      if (!options.once) await rememberReferences(context, api, polled);
    },
    onTimeUp(left, open, failed) {
      if (failed !== undefined) context.warn(`the last poll failed: ${failed.message}`);
      if (open.length > 0) context.notice(timeUp(left, open, plan, context.clock.now()));
    },
    async onChange(change) {
      changed.add(change.slotReference);
      if (command !== undefined) await runCommand(context, command, change);
      const askable =
        context.settings.interactive && formats[context.settings.output].forPeople && !options.once;
      if (!askable || slotPhase(change.slot) !== 'answer-needed') return undefined;
      return answerWhileWatching(context, api, change.slotReference);
    },
  };
  return {
    data: undefined,
    blocks: [],
    live: {
      events: closing(api, watchSlots(api, plan, slots)),
      line: (change: Change) => line(change, context.clock.now()),
      columns: changeColumns,
      end: () => {
        const result = ending(context, slots, plan, { changed, now: polledAt });
        return plan.once
          ? { ...result, shown: () => rememberStates(context, api, [...slots.values()]) }
          : result;
      },
    },
  };
}

async function* closing(api: Api, events: AsyncIterable<Change>): AsyncGenerator<Change> {
  try {
    yield* events;
  } finally {
    await api.close();
  }
}

function ending(
  context: CommandContext,
  slots: ReadonlyMap<string, Fields>,
  plan: WatchPlan,
  { changed, now }: { readonly changed: ReadonlySet<string>; readonly now: number },
): Result {
  const { refs, until } = plan;
  const rows = [...slots.values()];
  const shown = plan.once ? rows.filter((slot) => changed.has(slotReference(slot))) : rows;
  if (plan.once && shown.length === 0)
    return { ...withoutNews(context), exitCode: watchExitCode(rows, until) };
  if (rows.length === 0 && refs.length === 0) context.notice('no slot is waiting for a decision');
  return {
    data: refs.length === 1 ? (shown[0] ?? null) : shown,
    items: shown,
    blocks: [],
    csv: { columns: slotCsv, rows: shown },
    notices: shown
      .filter((slot) => isSettled(slotPhase(slot), until))
      .flatMap((slot) => nextSteps(slot, context.settings, now)),
    exitCode: watchExitCode(rows, until),
  };
}

/** Nothing is written, except the header of csv, which is there whatever the rows are. */
const withoutNews = ({ settings }: CommandContext): Result =>
  settings.output === 'csv'
    ? { data: [], blocks: [], csv: { columns: slotCsv, rows: [] } }
    : { data: undefined, blocks: [], bare: '' };

function commandWords(line: string | undefined, platform: string): string[] | undefined {
  if (line === undefined) return undefined;
  const words = splitWords(line, platform);
  if (words === undefined) throw usageError('--exec has an unclosed quote');
  if (words.length === 0) throw usageError('--exec is empty: name a command');
  return words;
}

async function runCommand(
  context: CommandContext,
  [file = '', ...args]: readonly string[],
  change: Change,
): Promise<void> {
  const env = {
    CFI_SLOT_REFERENCE: sanitizeLine(change.slotReference),
    CFI_SLOT_STATUS: sanitizeLine(change.scheduleStatus),
    CFI_SLOT_PROPOSED_TIME: sanitizeLine(change.proposedTime ?? ''),
  };
  try {
    const code = await context.deps.run(file, args, env);
    if (code !== 0) context.warn(`--exec ${file} ended with exit code ${code}`);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    context.warn(`--exec: ${error.message}`);
  }
}

/** A change for people. */
function line({ slot, slotReference: reference, previousStatus }: Change, now: number): string {
  const before = previousStatus === null ? '' : `${statusName(previousStatus)} → `;
  return `${reference}  ${before}${statusText(slot, now)}`;
}

/** The columns of a change: those of its slot. */
const changeColumns: readonly Column<Change>[] = slotCsv.map(({ header, value }) => ({
  header,
  value: ({ slot }) => value(slot),
}));

/** The columns in csv. */
export const columns = () => slotCsv;
