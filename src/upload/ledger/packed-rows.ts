/**
 * Most rows of documents are packed into one text each: digest, UUID and number in fixed places, then the reference.
 * SQLite stores it in three quarters of the time that a JSON list takes.
 */
const [digestLength, uuidLength, numberLength] = [32, 36, 16];

/** Without characters of two UTF-16 units, which SQLite counts as one. */
const usualUuid = /^[\da-f-]{36}$/i;

/** What is recorded of a document. */
interface Row {
  readonly reference: string;
  readonly digest: string;
  readonly uuid: string | undefined;
  readonly number: string | number | bigint | undefined;
}

/** Whether an order has IDs of the usual form: a UUID and a number. */
export const isUsualId = (uuid: Row['uuid'], number: Row['number']): boolean =>
  uuid !== undefined &&
  usualUuid.test(uuid) &&
  typeof number === 'number' &&
  Number.isSafeInteger(number) &&
  number >= 0;

/** The row as one text; undefined if an ID is not of the usual form. */
export function packed({ reference, digest, uuid, number }: Row): string | undefined {
  if (!isUsualId(uuid, number) || digest.length !== digestLength) return undefined;
  // SQLite takes it for the end of the text.
  if (reference.includes('\0')) return undefined;
  return `${digest}${uuid}${String(number).padStart(numberLength, '0')}${reference}`;
}

const [uuidAt, numberAt] = [1 + digestLength, 1 + digestLength + uuidLength];
const [digest, uuid] = [`substr(value, 1, ${digestLength})`, `substr(value, ${uuidAt}, ${uuidLength})`];
const number = `CAST(substr(value, ${numberAt}, ${numberLength}) AS INTEGER)`;
const reference = `substr(value, ${numberAt + numberLength})`;

/** SQL for the reference of a row, `value`, and for its reference, digest, UUID and number. */
export interface RowSql {
  readonly reference: string;
  readonly ids: string;
}

/** For packed rows. */
export const packedRow: RowSql = { reference, ids: [reference, digest, uuid, number].join(', ') };

/** For rows that are JSON lists and begin with these four. */
export const jsonRow: RowSql = {
  reference: 'value ->> 0',
  ids: 'value ->> 0, value ->> 1, value ->> 2, value ->> 3',
};
