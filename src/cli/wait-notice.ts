import { cut } from '../render/blocks/fit.ts';
import { formats } from '../render/formats.ts';
import { formatDuration } from '../text/time/duration.ts';
import type { CommandContext } from './settings.ts';

/** People are not told of a shorter wait. */
export const noticedWaitMs = 5_000;

/** The reason is the service's text, and must not hide how long it takes. */
const widestReason = 100;

/** For commands without a spinner: says on a terminal why and for how long a request waits until it is repeated. */
export const waitNotice =
  ({ deps, settings, notice }: CommandContext) =>
  (ms: number, reason: string): void => {
    if (ms < noticedWaitMs || deps.stderr.isTTY !== true || !formats[settings.output].forPeople) return;
    notice(`${cut(reason, widestReason)}; trying again in ${formatDuration(ms)}`);
  };

/** Says on a terminal for how long a booking whose answer was lost is looked for. */
export const lostWaitNotice =
  ({ deps, notice }: Pick<CommandContext, 'deps' | 'notice'>) =>
  (leftMs: number): void => {
    if (deps.stderr.isTTY !== true) return;
    const left = formatDuration(Math.ceil(leftMs / 1000) * 1000);
    notice(`a booking without an answer may still arrive: looking for it for ${left}`);
  };
