import { createHash } from 'node:crypto';
import type { Body } from './check.ts';

/** The columns that a failed file adds. */
export const failedFileColumns = ['_line', '_field', '_code', '_error'] as const;

/** In a failed file, keeps the name of a document with duplicates: on its own it would get the name of the first. */
export const twinColumn = '_twin';

/** The columns or members that can name a document: the reference, or any that begins with `_` and is not ours. */
export const nameColumns = (names: readonly string[], reference: string): string[] => [
  ...names.filter((name) => name === reference),
  ...names.filter((name) => name.startsWith('_') && !isOurs(name)),
];

const isOurs = (name: string): boolean => [...failedFileColumns, twinColumn].some((own) => own === name);

/** The name that the file gives a document. */
interface Named {
  /** Empty if the file gives none; the name is then derived from the content. */
  readonly given: string;
  /** The name from an earlier reading, in a failed file; used if the document has not changed. */
  readonly twin: string;
}

/** Gives each document a unique name. */
export interface DocumentNamer {
  /** The same content gets the same name in every reading; duplicates are numbered in file order: `… (2)`. */
  nameOf(named: Named, body: Body, text: string): string;
}

/** Creates the namer of one reading. */
export function documentNamer(): DocumentNamer {
  const taken = new Set<string>();
  const highest = new Map<string, number>();
  return {
    nameOf({ given, twin }, body, text) {
      const base = given === '' ? describedBy(body, text) : given;
      let name = isTwinOf(twin, base) ? twin : base;
      for (let number = highest.get(base) ?? 1; taken.has(name); ) {
        number += 1;
        highest.set(base, number);
        name = `${base} (${number})`;
      }
      taken.add(name);
      return name;
    },
  };
}

/** Whether a name is numbered, like that of a duplicate. */
export const isNumbered = (name: string): boolean => /[^ ] \(\d{1,9}\)$/.test(name);

const isTwinOf = (name: string, base: string): boolean =>
  name.startsWith(`${base} (`) && /^\d{1,9}\)$/.test(name.slice(base.length + 2));

/** Eight hexadecimal digits are enough to tell requests for one warehouse and day apart. */
const digestLength = 8;

function describedBy({ date, window, warehouse }: Body, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, digestLength);
  return [date, window, warehouse, digest].join(' ');
}
