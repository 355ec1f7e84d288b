import type { CommandContext } from '../cli/settings.ts';
import { CfiError, compact } from '../errors.ts';
import { fromShops } from '../payload/document/layout.ts';
import type { DocumentKind, ReadingSummary } from '../payload/document/types.ts';
import { errorColumn, errorsInFull } from '../render/columns.ts';
import { countOf } from '../render/problems.ts';
import type { Block, Column, Result } from '../render/result.ts';
import { writeTexts } from '../storage/output-file.ts';
import { csvRecord } from '../text/csv.ts';
import { spokenMessage } from '../text/field-words.ts';
import { type Fields, firstOf, mapped } from '../text/records.ts';
import { counted } from '../text/words.ts';
import { namedRuns } from '../upload/ledger/history.ts';
import type { Unsent } from '../upload/ledger/intents-and-outcomes.ts';
import { type DocumentOutcome, ledgerPlaceOf } from '../upload/ledger/ledger-file.ts';
import { readLater } from '../upload/ledger/open-ledger.ts';
import {
  type Entry,
  invalidNotSent,
  noOutcome,
  type OutcomeRow,
  type Which,
} from '../upload/ledger/run-ledger.ts';
import type { StillHeld } from '../upload/still-held.ts';
import {
  failuresIn,
  isSuccess,
  leftOutState,
  noCounts,
  outcomes,
  outcomeWidth,
  totalOf,
  type Words,
  wordsOf,
} from '../upload/terms/outcomes.ts';
import type { Spool } from '../upload/terms/spool.ts';
import type { DocumentsRead, EndedUpload, Reported } from './reported.ts';
import { errorsOf } from './upload-errors.ts';

const orderNumber = 'OrderNumber';

/** The service's own number of a document, as members and columns are called. */
const numberNames: Readonly<Record<DocumentKind, { readonly number?: string }>> = {
  order: { number: orderNumber },
  inbound: {},
  'purchase-order': { number: 'lw_po_number' },
  slot: { number: 'slotReference' },
};

/** What the members and columns of a document, and the list of documents in json, are called. */
export type DocumentNames = Pick<Words, 'reference' | 'list'> & { readonly number?: string };

/** The names for a kind of document. */
export const namesOf = (kind: DocumentKind): DocumentNames => ({ ...wordsOf(kind), ...numberNames[kind] });

type Row = DocumentOutcome & Partial<Pick<OutcomeRow, 'lines'>>;

function documentMember(names: DocumentNames, row: Row): Fields {
  const { reference, outcome, uuid, number, status, error, lines, fields } = row;
  const orderId = uuid === null && number === null ? null : { UUID: uuid, Number: number };
  return {
    ...{ [names.reference]: reference, outcome },
    ...(names.number === orderNumber ? { OrderId: orderId } : names.number && { [names.number]: number }),
    ...{ status, error, lines },
    ...(fields === null ? {} : { fields: fields.split(', ') }),
  };
}

/** The columns of a document of a run, for people and csv. */
export const documentColumns = (
  { reference, number }: DocumentNames,
  tone: Column<DocumentOutcome>['tone'] = () => undefined,
): Column<DocumentOutcome>[] => [
  { header: reference, value: (row) => row.reference, priority: 1 },
  { header: 'outcome', value: (row) => row.outcome, priority: 1, least: outcomeWidth, tone },
  ...(number === orderNumber ? [{ header: 'OrderUUID', value: (row: Row) => row.uuid, csvOnly: true }] : []),
  ...(number === undefined ? [] : [{ header: number, value: (row: Row) => row.number, priority: 3 }]),
  { header: 'status', value: (row) => row.status, csvOnly: true },
  { ...errorColumn, value: (row) => row.error },
];

/** The documents of a run in json. */
export const documentMembers = (names: DocumentNames, rows: Iterable<Row>): Iterable<Fields> =>
  mapped(rows, (row) => documentMember(names, row));

function toneOf({ outcome }: OutcomeRow): 'good' | 'dim' | 'bad' {
  if (outcome === 'skipped' || outcome === leftOutState) return 'dim';
  return isSuccess(outcome) ? 'good' : 'bad';
}

/** Columns of the outcomes, for people and csv; `sheets` are those of workbooks, by index of the file. */
export function entryColumns(
  kind: DocumentKind,
  files: readonly string[],
  sheets: readonly (string | undefined)[] = [],
): Column<OutcomeRow>[] {
  // A document from the command line has no file, so its line would say nothing.
  const line = ({ file, lines }: OutcomeRow) => (files[file] === undefined ? undefined : lines[0]);
  return [
    ...documentColumns(namesOf(kind), toneOf),
    { header: 'file', value: (row) => files[row.file], priority: 5 },
    { header: 'line', heading: 'row', value: line, align: 'right', priority: 3 },
    ...(sheets.some((sheet) => sheet !== undefined)
      ? [{ header: 'sheet', value: ({ file }: OutcomeRow) => sheets[file], priority: 6 }]
      : []),
  ];
}

/** Writes the file of `--results`, if the user wants one: the outcome of every document as CSV. */
export async function writeResultsOf(
  { kind, files, flags, spool, summary }: DocumentsRead,
  entries: Iterable<Entry>,
  deps: CommandContext['deps'],
): Promise<void> {
  if (flags.results === undefined) return;
  const sheets = summary.headers.map((header) => header?.sheet);
  const columns = entryColumns(kind.name, files, sheets);
  function* records(): Generator<string> {
    yield csvRecord(columns.map(({ header }) => header));
    for (const row of withLeftOut(entries, spool)) yield csvRecord(columns.map(({ value }) => value(row)));
  }
  await writeTexts(flags.results, deps, records());
}

/** The error that names invalid documents. `left`: the others were sent. */
export function invalidError(
  { total, invalid, problems, problemCount, allProblems }: ReadingSummary,
  words: Words,
  left: boolean,
): CfiError {
  const known = problems.reduce((sum, problem) => sum + countOf(problem), 0);
  const shown =
    problemCount > known && allProblems === undefined
      ? `; the first ${known} of ${problemCount} problems`
      : '';
  const which =
    total === 1
      ? `${left ? '1' : 'the'} ${words.one} is invalid`
      : `${invalid} of ${counted(total, words.one, words.many)} ${invalid === 1 ? 'is' : 'are'} invalid`;
  const ways = [...new Set(problems.flatMap((problem) => problem[compact]?.remedies ?? []))];
  const isAll = problems.every((problem) => problem[compact] !== undefined);
  if (!left && invalid < total)
    ways.push(`${isAll ? '' : 'correct the file, or '}send the valid ${words.many} with --skip-invalid`);
  const hint = ways.length === 0 ? {} : { hint: ways.join('; or ') };
  const details = { errors: problems, allErrors: allProblems, ...hint };
  if (left)
    return new CfiError(
      'partial',
      `${which} and ${invalid === 1 ? 'was' : 'were'} left out${shown}`,
      details,
    );
  return new CfiError('invalid-input', `${which}; nothing was sent${shown}`, details);
}

/** How many invalid documents this run counts: not those of other shards, but also those that are not in the spool. */
export const ownInvalid = (spool: Spool, { ownElsewhere }: Pick<ReadingSummary, 'ownElsewhere'>): number =>
  spool.count('invalid') + ownElsewhere;

/** The summary with the counts of this run's own documents. */
export function ofOwnShard(spool: Spool, summary: ReadingSummary): ReadingSummary {
  const invalid = ownInvalid(spool, summary);
  return { ...summary, total: spool.count('sendable') + spool.count('short') + invalid, invalid };
}

function* leftOutDocuments(spool: Spool) {
  const members = ['reference', 'status', 'leftOut', 'lines', 'file'] as const;
  for (const { reference, status, leftOut, lines, file } of spool.documents(members, 'left-out', 'short')) {
    const reason = status === 'short' ? status : leftOut;
    if (reason !== undefined) yield { reference, reason, lines, file };
  }
}

/** The same for json; `created`: it is already with the warehouse. */
function* leftOutOrders(spool: Spool, held: StillHeld) {
  for (const { reference, reason, lines } of leftOutDocuments(spool)) {
    const created = held.orders.has(reference) ? ({ created: true } as const) : {};
    yield { ReferenceNumber: reference, reason, lines, ...created };
  }
}

/** The lines that are left out of orders that are not left out as a whole, even if these are invalid or short. */
function* leftOutLines(spool: Spool, held: StillHeld) {
  const orders = spool.documents(['reference', 'leftOutLines'], 'sendable', 'invalid', 'short');
  for (const { reference, leftOutLines: lines } of orders) {
    const atWarehouse = new Set(held.lines.get(reference)?.map(({ line }) => line));
    for (const { SKU, reason, line } of lines) {
      const created = atWarehouse.has(line) ? ({ created: true } as const) : {};
      yield { ReferenceNumber: reference, SKU, reason, line, ...created };
    }
  }
}

/** A list that is made again for each reading. */
const again = <T>(list: () => Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: list });

/** The members of a result for left-out orders and lines. Both lists are read from disk, each time they are needed. */
export function leftOutMembers(spool: Spool, { leftOut }: Pick<ReadingSummary, 'leftOut'>, held: StillHeld) {
  const lines = leftOut.some((count) => count.lines > 0);
  return {
    leftOut: again(() => leftOutOrders(spool, held)),
    leftOutLines: lines ? again(() => leftOutLines(spool, held)) : [],
  };
}

function* leftOutRows(spool: Spool): Generator<OutcomeRow> {
  for (const { reference, reason, lines, file } of leftOutDocuments(spool)) {
    yield { ...noOutcome, reference, outcome: leftOutState, error: reason, file, lines };
  }
}

/** The outcomes, followed by the left-out orders. */
function* withLeftOut(entries: Iterable<Entry>, spool: Spool): Generator<OutcomeRow> {
  yield* entries;
  yield* leftOutRows(spool);
}

/** All documents that are not sent, as the ledger records them. */
export function* unsentDocuments(spool: Spool): Generator<Unsent> {
  for (const { reference, reason } of leftOutDocuments(spool))
    yield { reference, outcome: leftOutState, error: reason };
  for (const { reference } of spool.documents(['reference'], 'invalid'))
    yield { reference, outcome: 'invalid', error: invalidNotSent };
}

/** The result of an upload that has nothing to send and lists what it leaves out, or that must not send anything. */
export function nothingSent(reported: Reported, held: StillHeld): Result {
  const { files, spool, summary, notices, members, errors } = reported;
  const kind = reported.kind.name;
  const mayNot = errors.length > 0;
  const rows = (): Iterable<OutcomeRow> => (mayNot ? [] : leftOutRows(spool));
  const leftOut = fromShops[kind] ? leftOutMembers(spool, summary, held) : {};
  return {
    data: { run: null, total: 0, ...noCounts(), [wordsOf(kind).list]: [], ...leftOut, ...members },
    items: documentMembers(namesOf(kind), rows()),
    blocks: mayNot ? [] : [{ kind: 'text', text: 'Nothing to do.' }],
    csv: { columns: mayNot ? [] : entryColumns(kind, files), rows: rows() },
    notices,
    errors,
    close: () => spool.close(),
  };
}

/** How many documents of a run are shown to people; scripts get all. */
const mostShown = 50;

/** The documents shown to people; `answerOfOne`: the json of a single one includes the members of the service's answer. */
const reports: Readonly<Record<DocumentKind, { readonly answerOfOne: boolean; readonly rows: Which }>> = {
  order: { answerOfOne: false, rows: 'failures' },
  inbound: { answerOfOne: true, rows: 'failures' },
  // Purchase orders and slots are few, and the next command needs their numbers.
  'purchase-order': { answerOfOne: true, rows: 'all' },
  slot: { answerOfOne: false, rows: 'all' },
};

/** The result of a run, for people and scripts. Documents are read from disk while they are written. */
export function uploadResult(context: CommandContext, upload: EndedUpload): Result {
  const { files, spool, summary, run, continued, counts, end, notices } = upload;
  const kind = upload.kind.name;
  const words = wordsOf(kind);
  const columns = entryColumns(kind, files);
  const place = ledgerPlaceOf(context);
  const entries = (which: Which): Iterable<Entry> => readLater(place, () => upload.entries(which));
  // Some invalid documents have no reference, and so are none of the entries.
  const bad = failuresIn(counts) + counts.invalid - summary.ownElsewhere;
  const failures = bad === 0 ? [] : firstOf(entries('failures'), mostShown);
  const errors = errorsOf(context, upload, failures[0]);
  const [only] = totalOf(counts) === 1 && reports[kind].answerOfOne ? firstOf(entries('all'), 1) : [];
  // One that was found instead of answered has its number alone.
  const found =
    typeof only?.number === 'string' && isSuccess(only.outcome) ? { lw_po_number: only.number } : {};
  const single = only === undefined ? {} : { ...found, ...end.last?.answer };
  const left = end.stop === undefined ? {} : { left: end.left };
  const blocks: Block[] = [
    {
      kind: 'fields',
      title: `Run ${run}`,
      fields: [
        ['continues', continued.length === 0 ? undefined : namedRuns(continued)],
        ...outcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => [outcome, counts[outcome]] as const),
        ['total', totalOf(counts)],
        ['not sent', end.left > 0 ? end.left : undefined],
      ],
    },
  ];
  const all = reports[kind].rows === 'all' ? firstOf(entries('all'), mostShown) : failures;
  // The rows of invalid documents say what is wrong with them.
  const rows = upload.invalid === undefined ? all : all.filter(({ outcome }) => outcome !== 'invalid');
  // The error of a single document names it, and says all that its row would.
  const { saysProblem, errors: ofFile } = errors.at(-1)?.details ?? {};
  const isSaid = saysProblem === true && ofFile === undefined;
  if (rows.length > 0 && !isSaid) {
    const inWords = rows.map((row) => ({ ...row, error: row.error && spokenMessage(row.error) }));
    blocks.push({
      kind: 'table',
      columns,
      rows: inWords,
      ...errorsInFull<Entry>((row) => row.reference),
    });
  }
  const everything = () => withLeftOut(entries('all'), spool);
  const hidden = bad - failures.length;
  return {
    data: {
      ...single,
      run,
      ...(continued.length === 0 ? {} : { continued }),
      total: totalOf(counts),
      ...counts,
      ...left,
      [words.list]: documentMembers(namesOf(kind), entries('all')),
      ...(fromShops[kind] ? leftOutMembers(spool, summary, upload.stillHeld) : {}),
      ...upload.members,
    },
    items: documentMembers(namesOf(kind), everything()),
    blocks,
    csv: { columns, rows: everything() },
    errors,
    notices:
      hidden > 0
        ? [...notices, `and ${hidden} more: cfi ${kind === 'order' ? 'order runs' : 'runs'} ${run}`]
        : notices,
  };
}
