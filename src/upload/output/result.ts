import { exitCodes } from '../../errors.ts';
import type { DocumentKind } from '../../payload/document/types.ts';
import type { Block, Result, RowInFull } from '../../render/result.ts';
import type { Which } from '../ledger/run-report.ts';
import { failuresIn, outcomes, totalOf } from '../terms/outcomes.ts';
import { wordsOf } from '../terms/wording.ts';
import { entryColumns, members, type OutcomeRow } from './outcome-rows.ts';
import { type EndedUpload, errorsOf } from './upload-errors.ts';

/** How many documents of a run are shown to people; scripts get all. */
const mostShown = 50;

function firstOf<T>(entries: Iterable<T>, most: number): T[] {
  const found: T[] = [];
  for (const entry of entries) {
    found.push(entry);
    if (found.length === most) break;
  }
  return found;
}

interface Report {
  /** Whether the json of a single document includes the members of the service's answer. */
  readonly answerOfOne: boolean;
  /** The documents shown to people. */
  readonly rows: Which;
}

const reports: Readonly<Record<DocumentKind, Report>> = {
  order: { answerOfOne: false, rows: 'failures' },
  inbound: { answerOfOne: true, rows: 'failures' },
  // Purchase orders and slots are few, and the next command needs their numbers.
  'purchase-order': { answerOfOne: true, rows: 'all' },
  slot: { answerOfOne: false, rows: 'all' },
};

/** Says what to correct, which a narrow terminal would cut. */
const errorInFull: RowInFull = { headers: ['error'], line: ({ error }: OutcomeRow) => error ?? '' };

/** The result of a run, for people and scripts. Documents are read from disk while they are written. */
export function uploadResult(upload: EndedUpload): Result {
  const { kind, files, run, entries, counts, end, notices } = upload;
  const words = wordsOf(kind);
  const columns = entryColumns(kind, files);
  const bad = failuresIn(counts) + counts.invalid - upload.unnamed;
  const failures = bad === 0 ? [] : firstOf(entries('failures'), mostShown);
  const errors = errorsOf(upload, failures);
  const single = totalOf(counts) === 1 && reports[kind].answerOfOne ? (end.last?.answer ?? {}) : {};
  const left = end.stop === undefined ? {} : { left: end.left };
  const blocks: Block[] = [
    {
      kind: 'fields',
      title: `Run ${run}`,
      fields: [
        ...outcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => [outcome, counts[outcome]] as const),
        ['total', totalOf(counts)],
        ['left', end.left > 0 ? end.left : undefined],
      ],
    },
  ];
  const rows = reports[kind].rows === 'all' ? firstOf(entries('all'), mostShown) : failures;
  if (rows.length > 0) blocks.push({ kind: 'table', columns, rows, ifCut: errorInFull });
  const exitCode = errors.at(-1)?.exitCode ?? exitCodes.ok;
  function* everything(): Generator<OutcomeRow> {
    yield* entries('all');
    yield* upload.leftOut();
  }
  const hidden = bad - failures.length;
  return {
    data: {
      ...single,
      run,
      total: totalOf(counts),
      ...counts,
      ...left,
      [words.list]: members(kind, entries('all')),
      ...upload.members,
    },
    items: members(kind, everything()),
    blocks,
    csv: { columns, rows: everything() },
    errors,
    notices:
      hidden > 0
        ? [...notices, `and ${hidden} more: cfi ${kind === 'order' ? 'order runs' : 'runs'} ${run}`]
        : notices,
    ...(exitCode === 0 ? {} : { exitCode }),
    close: upload.close,
  };
}
