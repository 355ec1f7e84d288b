import { defineOptions, type OptionsOf } from '../cli/command.ts';
import type { ReadingFlags } from '../cli/reading-options.ts';
import { durationMs, ratePerSecond, shard, wholeNumber } from '../cli/values.ts';
import { defaultConcurrency, stockChoices } from '../upload/terms/outside.ts';

/** The options that limit requests. */
export const paceOptions = defineOptions([
  {
    flags: '--concurrency <N>',
    purpose: 'after',
    isRare: true,
    help: `max. requests at the same time, default ${defaultConcurrency}`,
    parse: wholeNumber(1, 1000),
  },
  {
    flags: '--rate <N/s|N/m>',
    purpose: 'after',
    isRare: true,
    help: 'max. requests per second or minute',
    parse: ratePerSecond,
  },
]);

/** The options of a bulk upload besides the reading options. */
export const sendingOptions = defineOptions([
  ...paceOptions,
  {
    flags: '--max-errors <N>',
    purpose: 'after',
    isRare: true,
    help: 'stop after this many failures (exit 9)',
    parse: wholeNumber(1),
  },
  { flags: '--fresh', purpose: 'after', help: "forget earlier outcomes of this file's orders" },
  {
    flags: '--wait <DURATION>',
    purpose: 'after',
    isRare: true,
    help: 'wait for another run instead of exit 11',
    parse: durationMs,
  },
  {
    flags: '--stock <CHOICE>',
    purpose: 'send',
    help: 'if stock is low: ignore, warn, skip or stop',
    choices: stockChoices,
    setting: 'stock',
  },
  { flags: '--keep-changed', purpose: 'send', isRare: true, help: 'count changed orders as existing' },
  {
    flags: '--shard <I/N>',
    purpose: 'send',
    isRare: true,
    help: 'part I of N, for example 2/4 or auto/4',
    parse: shard,
  },
]);

/** All options that an uploading command may have. */
export type UploadFlags = ReadingFlags &
  Partial<OptionsOf<{ readonly options: typeof sendingOptions }>> & { readonly yes?: boolean | undefined };
