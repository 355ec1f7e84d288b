import type { CommandContext } from '../cli/settings.ts';
import { accountFlags } from '../client/auth/account.ts';
import { exitCodes } from '../errors.ts';
import { fromShops } from '../payload/document/layout.ts';
import type { DocumentKind } from '../payload/document/types.ts';
import { JsonText } from '../render/json.ts';
import type { AnyColumn, Block, Result } from '../render/result.ts';
import { mapped } from '../text/records.ts';
import { counted, fileWord, listed, shownWord } from '../text/words.ts';
import type { KnownInFile } from '../upload/known-orders.ts';
import type { LedgerAccount } from '../upload/ledger/ledger-account.ts';
import { heldByLedger } from '../upload/still-held.ts';
import { wordsOf } from '../upload/terms/outcomes.ts';
import { digestOfAll } from '../upload/terms/spool.ts';
import type { Reported } from './reported.ts';
import { entryColumns, invalidError, leftOutMembers, ofOwnShard, ownInvalid } from './result.ts';
import { reviewBlocks } from './review.ts';
import { allRows, deeds, dryRunColumns, reviewOfUpload, summaryOf } from './review-upload.ts';
import { stillHeldError } from './upload-errors.ts';

/** The line to copy, under what it is for; a terminal does not break it. */
export const toSendText = (purpose: string, line: string, digest?: string): Block => ({
  kind: 'text',
  text: [...(digest === undefined ? [] : [`Digest: ${digest}`]), `${purpose}:`, line].join('\n'),
  isWhole: true,
});

/** `1 order would be sent; 2 were created by earlier uploads; 1 has changed since; nothing was sent.`; a slot is booked. */
function headlineOf(count: number, kind: DocumentKind, known: KnownInFile | undefined): string {
  const { one, many } = wordsOf(kind);
  const { done } = deeds[kind];
  const isNone = count === 0;
  const which = isNone ? `No ${one}` : counted(count, one, many);
  const would = `${which} would be ${done}`;
  const { created = 0, unclear = 0, changed = [] } = known ?? {};
  if (created + changed.length === 0) return isNone ? `${would}.` : `${would}; nothing was.`;
  const same = created - unclear;
  const earlier = done === 'booked' ? 'booked before' : 'created by earlier uploads';
  const were = (count: number): string => `${counted(count, 'was', 'were')} ${earlier}`;
  return [
    would,
    ...(same === 0 ? [] : [were(same)]),
    ...(unclear === 0 ? [] : [`${were(unclear)} and may differ, because lines are now left out`]),
    ...(changed.length === 0 ? [] : [`${counted(changed.length, 'has', 'have')} changed since`]),
    ...(isNone ? [] : ['nothing was sent']),
  ]
    .join('; ')
    .concat('.');
}

/** Shows what would be sent, and what is left out but with the warehouse. `typed`: the line with typed documents. */
export async function dryRun(
  context: CommandContext,
  reported: Reported,
  account: LedgerAccount | undefined,
  typed: string | undefined,
): Promise<Result> {
  const { deps, settings } = context;
  const { files, flags, spool, summary, maySend: sends, stops } = reported;
  const kind = reported.kind.name;
  const words = wordsOf(kind);
  const held = await heldByLedger(context, fromShops[kind] ? account : undefined, spool, summary);
  // These formats show the documents alone, without totals or earlier uploads.
  const isList = settings.output === 'ndjson' || settings.output === 'csv';
  const found = isList ? undefined : await reviewOfUpload(context, reported, account);
  const would = sends ? (found?.isNew ?? spool.count('sendable')) : 0;
  // A slot that the options describe is not sent with --reviewed.
  const digest =
    sends && (kind !== 'slot' || files.length > 0) ? await digestOfAll(spool, deps.interrupted) : undefined;
  const { does, done } = deeds[kind];
  const purpose = `to ${does.toLowerCase()} exactly this`;
  const seen = digest === undefined ? ['--yes'] : ['--reviewed', digest];
  const sending = typed === undefined ? lineToSend(context, files, ...seen) : [typed, ...seen].join(' ');
  const line = stops || would === 0 ? undefined : sending;
  const told = isList && line !== undefined && digest !== undefined;
  const skipInvalid = flags.skipInvalid === true;
  const { total, invalid } = skipInvalid ? ofOwnShard(spool, summary) : summary;
  const error = invalid > 0 ? invalidError({ ...summary, total, invalid }, words, skipInvalid) : undefined;
  const errors = [stillHeldError(held, settings), ...reported.errors, error];
  /** The exact bodies, some in each piece. */
  const bodies = (separator: string): Iterable<JsonText> =>
    sends ? mapped(spool.bodies(separator), (piece) => new JsonText(piece)) : [];
  const known = sends ? found?.known : undefined;
  const own = ownInvalid(spool, summary);
  // Adding up takes as long as writing all orders, and only json shows totals.
  const isAdded = fromShops[kind] && sends && settings.output === 'json';
  const totals = isAdded ? await summaryOf(spool, deps.interrupted) : undefined;
  // A person at a terminal sees one review; elsewhere, warnings do not belong to the result.
  const isWhole = deps.stdout.isTTY === true && settings.out === undefined && settings.output === 'table';
  const { warnings = [] } = found?.review ?? {};
  const sent = (sends && found?.review.sent) || [];
  const headline = stops
    ? `No ${words.one} would be ${done}, because there is not enough stock.`
    : headlineOf(would, kind, known);
  const unwritten = (['results', 'failed'] as const).flatMap((name) =>
    flags[name] === undefined ? [] : `--${name}`,
  );
  const before = known && {
    created: known.created,
    changed: known.changed.map(({ reference, ...fields }) => ({ ReferenceNumber: reference, ...fields })),
  };
  return {
    data: {
      dryRun: true,
      // As a run would count: neither those of other shards nor those that are left out.
      total: spool.count('sendable') + own,
      invalid: own,
      ...(digest === undefined ? {} : { digest }),
      ...(before === undefined || kind !== 'order' ? {} : { known: before }),
      [words.list]: bodies(',\n'),
      ...(fromShops[kind] ? leftOutMembers(spool, summary, held) : {}),
      ...reported.members,
      summary: totals,
    },
    items: bodies('\n'),
    get blocks(): Block[] {
      return [
        { kind: 'text', text: headline },
        ...(isWhole ? reviewBlocks({ does: '', warnings, sent, leftOut: summary.notices }) : sent),
        ...(line === undefined ? [] : [toSendText(purpose, line, digest)]),
      ];
    },
    csv: { columns: dryRunColumns(kind, words.reference), rows: sends ? allRows(spool) : [] },
    notices: [
      ...(isWhole ? [] : reported.notices),
      ...(told ? [`Digest: ${digest}; ${purpose}: ${line}`] : []),
      ...(unwritten.length === 0 ? [] : [`a dry run does not write ${listed(unwritten, 'or')}`]),
    ],
    errors: errors.filter((each) => each !== undefined),
    ...(error !== undefined && { exitCode: sends && !stops ? exitCodes.partial : exitCodes.invalid }),
    close: () => spool.close(),
  };
}

/** The csv columns of an upload's outcomes, or with `dryRun`, of what would be sent. */
export const uploadColumns = (kind: DocumentKind, dryRun = false): readonly AnyColumn[] =>
  dryRun ? dryRunColumns(kind, wordsOf(kind).reference) : entryColumns(kind, []);

const accountOption = /^--(profile|base-url|emulator|state)(=|$)/;

/** The line that carries out what a dry run has shown: as it was typed, with `more` in place of `--dry-run`. */
export function lineToSend(
  { words, settings }: Pick<CommandContext, 'words' | 'settings'>,
  files: readonly string[],
  ...more: readonly string[]
): string {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const kept = words
    .slice(0, end)
    .filter((word, at) => !/^--(dry-run|reviewed(=.*)?)$/.test(word) && words[at - 1] !== '--reviewed');
  const account = kept.some((word) => accountOption.test(word)) ? [] : accountFlags(settings);
  const asked = files.filter((file) => !words.includes(file)).map(fileWord);
  const rest = words.slice(end).map(shownWord);
  const added = more.filter((word) => !kept.includes(word));
  return ['cfi', ...kept.map(shownWord), ...asked, ...account, ...added.map(shownWord), ...rest].join(' ');
}
