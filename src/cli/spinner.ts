import { formats } from '../render/formats.ts';
import type { Context } from './settings.ts';

/** A sign of life while an answer is awaited. */
export interface Busy {
  /** Takes it off the screen for a moment, so that a line can be written. */
  hide(): void;
  /** Takes it off for good. */
  stop(): void;
}

/** Answers within this time need no sign of life. */
const patienceMs = 400;

/** Shows nothing. */
export const noBusy: Busy = { hide: () => {}, stop: () => {} };

/** Whether moving signs may be shown: to a person, on a terminal that can, with nothing else written between. */
export const mayAnimate = ({ deps, settings }: Pick<Context, 'deps' | 'settings'>): boolean =>
  deps.stderr.isTTY === true &&
  deps.env.TERM !== 'dumb' &&
  !settings.quiet &&
  !settings.debug &&
  formats[settings.output].forPeople;

/** Shows a spinner on standard error when the work is not done soon. */
export function startBusy(context: Pick<Context, 'deps' | 'settings'>, text: string): Busy {
  const { deps } = context;
  if (!mayAnimate(context)) return noBusy;
  let spinner: { clear(): unknown; stop(): unknown } | undefined;
  let stopped = false;
  const cancel = deps.startTimer(patienceMs, async () => {
    const { default: ora } = await import('ora');
    if (!stopped) spinner = ora({ text, stream: deps.stderr as never, discardStdin: false }).start();
  });
  return {
    hide: () => void spinner?.clear(),
    stop() {
      stopped = true;
      cancel();
      spinner?.stop();
    },
  };
}
