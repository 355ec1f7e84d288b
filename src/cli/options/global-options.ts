import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import { fieldNames, sortKey } from '../../render/choice.ts';
import { formatWords, outputFormats } from '../../render/result.ts';
import { defineOptions, type OptionsOf } from '../command.ts';
import { wholeNumber } from './values.ts';

/** Options that every command takes, anywhere on the line. */
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
  {
    flags: '--out <FILE>',
    help: 'write the result to a file',
    complete: 'file',
    writes: true,
  },
  {
    flags: '--fields <A,B,…>',
    help: 'only these columns, in this order, by their csv names',
    parse: fieldNames,
    complete: 'columns',
  },
  {
    flags: '--sort <FIELD[:desc]>',
    help: 'sort rows by this column; empty values last',
    parse: sortKey,
    complete: 'column',
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

/** The global options as the command line gives them. */
export type GlobalOptions = OptionsOf<{ readonly options: typeof globalOptions }>;

/** The options of a paged list; `sizes` describes the page size in help. */
export const pagingOptions = (sizes: string, { min, max }: { readonly min: number; readonly max?: number }) =>
  defineOptions([
    { flags: '--page <N>', help: 'which page, from 1', parse: wholeNumber(limits.firstPage) },
    { flags: '--page-size <N>', help: sizes, parse: wholeNumber(min, max) },
    { flags: '--all', help: 'all pages as one' },
  ]);

/** `--page`, `--page-size` and `--all`. */
export type PageOptions = OptionsOf<{ readonly options: ReturnType<typeof pagingOptions> }>;

/** The query of a paged endpoint. Throws a usage error for `--page` with `--all`. */
export function pageQuery(options: PageOptions): { page?: number; page_size?: number } {
  if (options.all && options.page !== undefined) {
    throw usageError('--page and --all cannot be combined', 'leave one of them out');
  }
  return {
    ...(options.page === undefined ? {} : { page: options.page }),
    ...(options.pageSize === undefined ? {} : { page_size: options.pageSize }),
  };
}
