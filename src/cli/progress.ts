import { formats } from '../render/result.ts';
import { cut } from '../render/text.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { formatDuration } from '../text/time/time.ts';
import { isPlainTerminal, withPlainSigns } from '../text/words.ts';
import type { CommandContext } from './settings.ts';

/** A spinner while we wait for an answer. */
export interface Busy {
  /** Hides it briefly, so that a line can be written. */
  hide(): void;
  stop(): void;
}

/** Answers within this time need no spinner. */
const patienceMs = 400;

export const noBusy: Busy = { hide: () => {}, stop: () => {} };

/** Whether somebody watches a terminal on which nothing else is written in between. */
const isWatched = ({ deps, settings }: Pick<CommandContext, 'deps' | 'settings'>): boolean =>
  deps.stderr.isTTY === true && !settings.quiet && !settings.debug && formats[settings.output].forPeople;

const mayAnimate = (context: Pick<CommandContext, 'deps' | 'settings'>): boolean =>
  isWatched(context) && context.deps.env.TERM !== 'dumb' && !context.settings.accessible;

/** With a screen reader, only longer waits are announced. */
const patienceOfReadersMs = 2_000;

/** Shows a spinner on standard error when the work takes longer than a moment, or a line for a screen reader. */
export function startBusy(context: Pick<CommandContext, 'deps' | 'settings'>, text: string): Busy {
  const { deps, settings } = context;
  if (!isWatched(context)) return noBusy;
  if (settings.accessible)
    return {
      ...noBusy,
      stop: deps.startTimer(patienceOfReadersMs, () => void deps.stderr.write(`${text}\n`)),
    };
  if (!mayAnimate(context)) return noBusy;
  let spinner: { clear(): unknown; stop(): unknown } | undefined;
  let stopped = false;
  const show = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    const signs = isPlainTerminal(deps.env, deps.platform) ? { spinner: 'line' as const } : {};
    const color = settings.color.stderr ? {} : { color: false as const };
    // The package asks for a whole terminal stream, but uses only what ours has.
    const stream = deps.stderr as never;
    if (!stopped) spinner = ora({ text, stream, discardStdin: false, ...signs, ...color }).start();
  };
  // If it cannot be shown, the command goes on without it.
  const cancel = deps.startTimer(patienceMs, () => void show().catch(() => {}));
  return {
    hide: () => void spinner?.clear(),
    stop() {
      stopped = true;
      cancel();
      spinner?.stop();
      spinner = undefined;
    },
  };
}

/** Announces each wait that is as long as this, and the first in any case. */
const noticedWaitMs = 5_000;

/** The reason is the service's text, and must not hide how long it takes. */
const widestReason = 100;

/** Says on a terminal that a request waits until it is repeated. */
export function waitNotice(context: Pick<CommandContext, 'deps' | 'settings' | 'notice'>) {
  const { deps, settings, notice } = context;
  let isFirst = true;
  return (ms: number, reason: string): void => {
    if (deps.stderr.isTTY !== true || !formats[settings.output].forPeople) return;
    const howLong = ms < noticedWaitMs ? '' : ` in ${formatDuration(ms)}`;
    const said = cut(sanitizeLine(reason), widestReason);
    if (isFirst || howLong !== '') notice(`${said}; trying again${howLong}`);
    isFirst = false;
  };
}

/** Says on a terminal for how long a booking whose answer was lost is looked for. */
export const lostWaitNotice =
  ({ deps, notice }: Pick<CommandContext, 'deps' | 'notice'>) =>
  (leftMs: number): void => {
    if (deps.stderr.isTTY !== true) return;
    const left = formatDuration(Math.ceil(leftMs / 1000) * 1000);
    notice(`a request without an answer may still arrive: looking for it for ${left}`);
  };

interface State {
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
  readonly counts: Readonly<Record<string, number>>;
}

const redrawMs = 100;
const lineMs = 30_000;
const barWidth = 16;

/** `1,200 of 10,000 orders (12%), 85/s, 1m 43s left, 1,190 created, 10 rejected`. */
export function progressText({ done, total, elapsedMs, counts }: State, what: string): string {
  const perSecond = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  const left = perSecond > 0 && done < total ? Math.ceil((total - done) / perSecond) * 1000 : 0;
  const share = total === 0 ? 100 : Math.floor((done * 100) / total);
  return [
    `${number(done)} of ${number(total)} ${what} (${share}%)`,
    perSecond >= 10 ? `${number(Math.round(perSecond))}/s` : `${perSecond.toFixed(1)}/s`,
    ...(left === 0 ? [] : [`${formatDuration(left)} left`]),
    ...Object.entries(counts).flatMap(([name, count]) => (count > 0 ? `${number(count)} ${name}` : [])),
  ].join(', ');
}

const number = (value: number): string => value.toLocaleString('en-GB');

function bar({ done, total }: State): string {
  const full = total === 0 ? barWidth : Math.floor((done / total) * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
}

/** Shows the progress of a run of `total`: a bar on a terminal, otherwise a line every 30 s; nothing with `--quiet`. */
export function startProgress(context: CommandContext, { total, what }: { total: number; what: string }) {
  const { deps, settings } = context;
  const started = deps.monotonicNow();
  const moving = mayAnimate(context);
  const plain = isPlainTerminal(deps.env, deps.platform);
  let state: State = { done: 0, total, elapsedMs: 0, counts: {} };
  let drawn = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let stopTimer = (): void => {};
  const current = (): string => {
    const now = deps.monotonicNow();
    const left = Math.ceil((pausedUntil - now) / 1000) * 1000;
    const pause = left > 0 ? `waiting ${formatDuration(left)} as the service asks, ` : '';
    return pause + progressText({ ...state, elapsedMs: now - started }, what);
  };
  const erase = (): void => void (moving && deps.stderr.write('\r\u001b[K'));
  const draw = (): void => {
    drawn = deps.monotonicNow();
    const text = `${plain ? withPlainSigns(bar(state)) : bar(state)} ${current()}`;
    deps.stderr.write(`\r${text.slice(0, (deps.stderr.columns || 80) - 1)}\u001b[K`);
  };
  const line = (): void => {
    context.notice(current());
    stopTimer = deps.startTimer(lineMs, line);
  };
  if (!moving && !settings.quiet) stopTimer = deps.startTimer(lineMs, line);
  const note = (text: string): void => {
    erase();
    context.notice(text);
    if (moving) draw();
  };
  const noticeWait = waitNotice({ deps, settings, notice: note });
  return {
    /** Sets how many are done so far, with the outcomes to show. */
    update(done: number, counts: Readonly<Record<string, number>> = {}): void {
      state = { ...state, done, counts };
      if (moving && (done >= total || deps.monotonicNow() - drawn >= redrawMs)) draw();
    },
    /** Shows in the bar that nothing is sent for this long. A short pause is not shown. */
    pause(ms: number): void {
      if (ms < noticedWaitMs) return;
      pausedUntil = deps.monotonicNow() + ms;
      if (moving) draw();
    },
    /** Writes a line above the bar. */
    note,
    /** Says above the bar, once, that requests are repeated, and why. */
    retrying: (reason: string): void => noticeWait(0, reason),
    stop(): void {
      stopTimer();
      erase();
    },
  };
}
