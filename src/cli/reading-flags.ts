import type { Option } from './command-module.ts';
import { nameAndValue } from './values.ts';

/** The options of every command that reads a payload file. */
export const readingOptions: readonly Option[] = [
  {
    flags: '--format <FORMAT>',
    help: 'csv or json; otherwise told from the content',
    choices: ['csv', 'json'],
  },
  {
    flags: '--encoding <NAME>',
    help: 'how the file is encoded, when it is not UTF-8 or UTF-16 with a BOM',
    suggest: ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le'],
  },
  { flags: '--map <FILE>', help: 'JSON file that says which column fills which field', complete: 'file' },
  {
    flags: '--set <FIELD=VALUE>',
    help: 'the same value in every document; may be repeated',
    repeat: true,
    parse: nameAndValue,
  },
  {
    flags: '--timezone <ZONE>',
    help: 'IANA zone of times that name none',
    preset: 'timezone',
    suggest: ['Europe/London', 'Europe/Berlin', 'America/New_York', 'UTC'],
  },
  {
    flags: '--decimal <MARK>',
    help: 'point or comma, default point',
    choices: ['point', 'comma'],
    preset: 'decimal',
  },
  { flags: '--dry-run', help: 'read, check and print what would be sent; sends nothing' },
  { flags: '--skip-invalid', help: 'leave invalid documents out instead of sending none (exit 9)' },
  {
    flags: '--failed <FILE>',
    help: 'where failures are written, default <input>.failed.csv or .failed.json',
    complete: 'file',
  },
  { flags: '--results <FILE>', help: 'CSV with the outcome of every document', complete: 'file' },
];

/** Where to find out how a file of this kind is written. */
export const fileNote = (group: string): string =>
  `To start from: cfi ${group} template. How files are written: cfi help csv.`;
