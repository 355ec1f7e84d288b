import { formatDuration } from '../text/time/duration.ts';
import type { CommandContext } from './settings.ts';
import { mayAnimate } from './spinner.ts';
import { noticedWaitMs } from './wait-notice.ts';

/** Shows the progress of a long run on standard error. */
export interface Progress {
  /** Sets how many are done so far, with the outcomes to show. */
  update(done: number, counts?: Readonly<Record<string, number>>): void;
  /** Shows in the bar that nothing is sent for this long. A short pause is not shown. */
  pause(ms: number): void;
  /** Writes a line above the bar. */
  note(line: string): void;
  /** Removes the bar from the screen. */
  stop(): void;
}

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
  const left =
    perSecond > 0 && done < total ? formatDuration(Math.ceil((total - done) / perSecond) * 1000) : undefined;
  const share = total === 0 ? 100 : Math.floor((done * 100) / total);
  return [
    `${number(done)} of ${number(total)} ${what} (${share}%)`,
    perSecond >= 10 ? `${number(Math.round(perSecond))}/s` : `${perSecond.toFixed(1)}/s`,
    left === undefined ? undefined : `${left} left`,
    ...Object.entries(counts).map(([name, count]) => (count > 0 ? `${number(count)} ${name}` : undefined)),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

const number = (value: number): string => value.toLocaleString('en-GB');

function bar({ done, total }: State): string {
  const full = total === 0 ? barWidth : Math.floor((done / total) * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
}

/** Shows the progress of a run of `total`: a bar on a terminal, otherwise a line every 30 s; nothing with `--quiet`. */
export function startProgress(
  context: CommandContext,
  { total, what }: { total: number; what: string },
): Progress {
  const { deps, settings } = context;
  const started = deps.monotonicNow();
  const moving = mayAnimate(context);
  let state: State = { done: 0, total, elapsedMs: 0, counts: {} };
  let drawn = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let stopTimer = (): void => {};
  const current = (): State => ({ ...state, elapsedMs: deps.monotonicNow() - started });
  const erase = (): void => void (moving && deps.stderr.write('\r\u001b[K'));
  const draw = (): void => {
    drawn = deps.monotonicNow();
    const left = Math.ceil((pausedUntil - drawn) / 1000) * 1000;
    const pause = left > 0 ? `waiting ${formatDuration(left)} as the service asks, ` : '';
    const text = `${bar(state)} ${pause}${progressText(current(), what)}`;
    deps.stderr.write(`\r${text.slice(0, (deps.stderr.columns || 80) - 1)}\u001b[K`);
  };
  const line = (): void => {
    context.notice(progressText(current(), what));
    stopTimer = deps.startTimer(lineMs, line);
  };
  if (!moving && !settings.quiet) stopTimer = deps.startTimer(lineMs, line);
  return {
    update(done, counts = {}) {
      state = { ...state, done, counts };
      if (moving && (done >= total || deps.monotonicNow() - drawn >= redrawMs)) draw();
    },
    pause(ms) {
      if (ms < noticedWaitMs) return;
      pausedUntil = deps.monotonicNow() + ms;
      if (moving) draw();
    },
    note(text) {
      erase();
      context.notice(text);
      if (moving) draw();
    },
    stop() {
      stopTimer();
      erase();
    },
  };
}
