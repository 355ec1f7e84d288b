import { includable } from '../../payload/document/reasons.ts';
import { presetNames } from '../../text/preset-names.ts';
import { defineOptions, type OptionsOf } from '../command.ts';
import { durationMs, nameAndValue } from './values.ts';

/** The options of every command that reads a payload file. */
export const readingFlags = defineOptions([
  {
    flags: '--format <FORMAT>',
    isReading: true,
    help: 'csv or json; otherwise detected from the content',
    choices: ['csv', 'json'],
  },
  {
    flags: '--encoding <NAME>',
    isReading: true,
    help: 'encoding, if it is not UTF-8 or UTF-16 with a BOM',
    suggest: ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le'],
  },
  { flags: '--map <FILE>', help: 'which column fills which field: cfi help maps', complete: 'file' },
  {
    flags: '--set <FIELD=VALUE>',
    isReading: true,
    help: 'the same value in every document; repeatable',
    repeat: true,
    parse: nameAndValue('FIELD=VALUE'),
  },
  {
    flags: '--timezone <ZONE>',
    isReading: true,
    help: 'IANA zone for times without one',
    setting: 'timezone',
    suggest: ['Europe/London', 'Europe/Berlin', 'America/New_York', 'UTC'],
  },
  {
    flags: '--decimal <MARK>',
    isReading: true,
    help: 'point or comma, default point',
    choices: ['point', 'comma'],
    setting: 'decimal',
  },
  { flags: '--dry-run', help: 'print what would be sent; send nothing' },
  { flags: '--skip-invalid', help: 'send the valid documents only (exit 9)' },
  {
    flags: '--failed <FILE>',
    help: 'file for failures, default <input>.failed.csv',
    complete: 'file',
    writes: true,
  },
  {
    flags: '--results <FILE>',
    help: 'CSV with the outcome of every document',
    complete: 'file',
    writes: true,
  },
]);

const [format, encoding, map, ...otherReading] = readingFlags;

/** `--preset`. */
export const [presetOption] = defineOptions([
  {
    flags: '--preset <NAME>',
    help: 'shop of the export, see cfi help exports',
    choices: presetNames,
  },
]);

/** The reading options of orders, which may come from another system and leave things out. */
export const orderReadingFlags = defineOptions([
  format,
  encoding,
  { ...presetOption, setting: 'preset' },
  { ...map, setting: 'map' },
  ...otherReading,
  {
    flags: '--warehouse <NAME>',
    help: 'warehouse_name for orders without one',
    complete: 'warehouse',
    setting: 'warehouse',
  },
  {
    flags: '--dispatch-within <DURATION>',
    help: 'time from ReceivedDate to DispatchBy',
    parse: durationMs,
    setting: 'dispatch_within',
  },
  {
    flags: '--include <REASON>',
    isReading: true,
    help: `send what would be left out: ${includable.join(', ')}; repeatable`,
    choices: includable,
    repeat: true,
  },
  {
    flags: '--sku-map <FILE>',
    isReading: true,
    help: "CSV (from,to) or JSON file that maps the shop's SKUs to the warehouse's",
    complete: 'file',
    setting: 'sku_map',
  },
  {
    flags: '--prices <FILE>',
    isReading: true,
    help: 'missing prices: a CSV (SKU,PricePerUnit) or JSON file, or inventory for its RetailPrice',
    complete: 'file',
  },
  {
    flags: '--strict',
    isReading: true,
    help: 'treat warnings as errors: suspicious dates, country codes, SKUs and text',
  },
]);

/** What any command that reads a file may get from the command line, or from the profile. */
export type ReadingFlags = Partial<OptionsOf<{ readonly options: typeof orderReadingFlags }>> & {
  /** Names of the members whose values are the profile's. */
  readonly fromProfile?: readonly string[];
};
