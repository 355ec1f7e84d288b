import { formats } from '../render/formats.ts';
import type { CommandContext } from './settings.ts';

/** A spinner while we wait for an answer. */
export interface Busy {
  /** Hides it briefly, so that a line can be written. */
  hide(): void;
  /** Removes it for good. */
  stop(): void;
}

/** Answers within this time need no spinner. */
const patienceMs = 400;

/** Shows nothing. */
export const noBusy: Busy = { hide: () => {}, stop: () => {} };

/** Whether to animate: there is a terminal that can show it, and nothing else is written in between. */
export const mayAnimate = ({ deps, settings }: Pick<CommandContext, 'deps' | 'settings'>): boolean =>
  deps.stderr.isTTY === true &&
  deps.env.TERM !== 'dumb' &&
  !settings.quiet &&
  !settings.debug &&
  formats[settings.output].forPeople;

/** Shows a spinner on standard error when the work takes longer than a moment. */
export function startBusy(context: Pick<CommandContext, 'deps' | 'settings'>, text: string): Busy {
  const { deps } = context;
  if (!mayAnimate(context)) return noBusy;
  let spinner: { clear(): unknown; stop(): unknown } | undefined;
  let stopped = false;
  const show = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    // The package asks for a whole terminal stream, but uses only what ours has.
    if (!stopped) spinner = ora({ text, stream: deps.stderr as never, discardStdin: false }).start();
  };
  // If it cannot be shown, the command goes on without it.
  const cancel = deps.startTimer(patienceMs, () => void show().catch(() => {}));
  return {
    hide: () => void spinner?.clear(),
    stop() {
      stopped = true;
      cancel();
      spinner?.stop();
    },
  };
}
