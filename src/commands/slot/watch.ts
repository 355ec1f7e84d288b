import type { Context } from '../../cli/settings.ts';
import { isEmulator } from '../../client/emulated.ts';
import { openApi } from '../../client/session.ts';
import { slotPhase } from '../../client/slots.ts';
import type { Api } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { formatDuration } from '../../text/duration.ts';
import type { Fields } from '../../text/records.ts';
import { splitWords } from '../../text/words.ts';
import { answerOnTheSpot } from './answer.ts';
import { lastSeen, remember } from './seen.ts';
import { slotColumns, statusText } from './view.ts';
import {
  type Change,
  type Goal,
  isSettled,
  type WatchPlan,
  watchExitCode,
  watchSlots,
} from './watch-loop.ts';

export interface SlotWatchOptions {
  readonly refs?: readonly string[];
  readonly until?: Goal;
  /** Milliseconds. */
  readonly interval?: number;
  /** Milliseconds. */
  readonly maxWait?: number;
  readonly once?: boolean;
  readonly exec?: string;
}

const defaultIntervalMs = 20 * 60_000;

/** Waits for the warehouse's decision on one or several slots. */
export async function run(context: Context, options: SlotWatchOptions): Promise<Result> {
  const command = commandWords(options.exec);
  const api = await openApi(context);
  return watch(context, api, options, command);
}

/** As `run`, with a session already open; closes it at the end. */
export async function watch(
  context: Context,
  api: Api,
  options: SlotWatchOptions,
  command: readonly string[] | undefined = commandWords(options.exec),
): Promise<Result> {
  const refs = [...new Set(options.refs ?? [])];
  const until = options.until ?? 'decision';
  const slots = new Map<string, Fields>();
  const { deps, settings } = context;
  const plan: WatchPlan = {
    refs,
    until,
    intervalMs: await allowedInterval(context, api, options.interval ?? defaultIntervalMs),
    ...(options.maxWait === undefined ? {} : { maxWaitMs: options.maxWait }),
    once: options.once === true,
    lastSeen: options.once ? await lastSeen(context, api) : {},
    signal: deps.interrupted,
    random: deps.random,
    onFailedPoll: (error) => context.warn(`could not look: ${error.message}; looking again later`),
    onPoll: (polled) => remember(context, api, polled),
    onWait: (ms, open) => {
      const states = open.map((slot) => `${slot.slotReference} ${statusText(slot)}`).join(', ');
      context.notice(
        `${states || 'no state yet'}; next look in ${formatDuration(Math.round(ms / 1000) * 1000)}`,
      );
    },
    async onChange(change) {
      if (command !== undefined) await runCommand(context, command, change);
      const askable = settings.interactive && settings.output === 'table' && !options.once;
      return (
        askable && slotPhase(change.slot) === 'answer-needed' && answerOnTheSpot(context, api, change.slot)
      );
    },
  };
  return {
    data: undefined,
    blocks: [],
    live: {
      events: closing(api, watchSlots(api, plan, slots)),
      line: (change) => line(change as Change),
      end: () => ending(context, slots, refs, until, plan),
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
  context: Context,
  slots: ReadonlyMap<string, Fields>,
  refs: readonly string[],
  until: Goal,
  plan: WatchPlan,
): Result {
  const rows = [...slots.values()];
  if (rows.length === 0 && refs.length === 0) context.notice('no slot is waiting for a decision');
  const unread = refs.some((reference) => !slots.has(reference));
  const seen = watchExitCode(rows, until);
  const exitCode = unread && seen === 0 ? watchExitCode([{ scheduleStatus: 'pending_ops' }], until) : seen;
  const open = rows.filter((slot) => !isSettled(slotPhase(slot), until));
  if (open.length > 0 && !plan.once) context.notice('the longest wait is over and no decision has come');
  return {
    data: refs.length === 1 ? rows[0] : rows,
    items: rows,
    blocks: [],
    csv: { columns: slotColumns, rows },
    exitCode,
  };
}

/** A live service asks for a few polls an hour at most; the emulator bears any rate. */
async function allowedInterval(context: Context, api: Api, asked: number): Promise<number> {
  const floor = limits.minSlotPollSeconds * 1000;
  if (asked >= floor || (await isEmulator(api))) return asked;
  context.warn(
    `--interval ${formatDuration(asked)} is raised to ${formatDuration(floor)}: the service asks for a few looks an hour at most`,
  );
  return floor;
}

function commandWords(line: string | undefined): string[] | undefined {
  if (line === undefined) return undefined;
  const words = splitWords(line);
  if (words === undefined) throw usageError('--exec has an open quote');
  if (words.length === 0) throw usageError('--exec names no command');
  return words;
}

async function runCommand(
  context: Context,
  [file = '', ...args]: readonly string[],
  change: Change,
): Promise<void> {
  const code = await context.deps.run(file, args, {
    CFI_SLOT_REFERENCE: change.slotReference,
    CFI_SLOT_STATUS: change.scheduleStatus,
    CFI_SLOT_PROPOSED_TIME: change.proposedTime ?? '',
  });
  if (code !== 0) context.warn(`--exec ${file} ended with exit code ${code}`);
}

function line(change: Change): string {
  const before = change.previousStatus === null ? '' : `${change.previousStatus} -> `;
  return `${change.slotReference}  ${before}${statusText(change.slot)}`;
}
