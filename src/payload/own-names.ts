import { createHash } from 'node:crypto';
import type { Body } from './document/check.ts';

/** What a failed file says of each document. */
export const failedFileColumns = ['_line', '_field', '_code', '_error'] as const;

/** In a failed file, the name of a document that has twins in the input: alone it would take the name of the first. */
export const twinColumn = '_twin';

/** The columns or members that may name a document: the reference's own, then any that begins with `_` and is not ours. */
export const nameColumns = (names: readonly string[], reference: string): string[] => [
  ...names.filter((name) => name === reference),
  ...names.filter((name) => name.startsWith('_') && !isOurs(name)),
];

const isOurs = (name: string): boolean => [...failedFileColumns, twinColumn].some((own) => own === name);

/** What the file says about a document's name. */
interface Named {
  /** Empty where the file gives none: then the content makes it. */
  readonly given: string;
  /** The name in an earlier reading, from a failed file; it counts while the document is the same. */
  readonly twin: string;
}

/** Gives each document a name that no other of the same files has. */
export interface DocumentNamer {
  /** The same content gets the same name in every reading; twins are numbered in the order of the files: `… (2)`. */
  nameOf(named: Named, body: Body, text: string): string;
}

/** A namer for one reading. */
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

/** Whether a name is numbered, as that of a twin is. */
export const isNumbered = (name: string): boolean => /[^ ] \(\d{1,9}\)$/.test(name);

const isTwinOf = (name: string, base: string): boolean =>
  name.startsWith(`${base} (`) && /^\d{1,9}\)$/.test(name.slice(base.length + 2));

/** Eight hexadecimal digits tell apart what is asked for at one warehouse on one day. */
const digestLength = 8;

function describedBy({ date, window, warehouse }: Body, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, digestLength);
  return [date, window, warehouse, digest].join(' ');
}
