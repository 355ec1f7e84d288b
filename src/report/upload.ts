import { beforeSending } from '../cli/ask.ts';
import { inventoryPrices, readingOptionsOf, shardOf, sourcesOf } from '../cli/reading-options.ts';
import type { CommandContext } from '../cli/settings.ts';
import { warehousesSeen } from '../client/auth/account.ts';
import { findAccount, withApi } from '../client/auth/session.ts';
import type { Api } from '../client/types.ts';
import { CfiError, saidNo, usageError } from '../errors.ts';
import { checkBody } from '../payload/document/check.ts';
import { fromShops, layoutOf } from '../payload/document/layout.ts';
import type { DocumentKind, ReadingOptions, Source } from '../payload/document/types.ts';
import { readSettings } from '../payload/mapping/column-sources.ts';
import type { Links } from '../payload/source/sources.ts';
import { JsonText } from '../render/json.ts';
import { formats, type Result } from '../render/result.ts';
import { checkDistinct } from '../storage/output-file.ts';
import { mapped, once, present } from '../text/records.ts';
import { failedFileNames, writeFailures } from '../upload/failures.ts';
import { createdOrders } from '../upload/known-orders.ts';
import { ledgerAccount } from '../upload/ledger/ledger-account.ts';
import { ledgerPlaceOf } from '../upload/ledger/ledger-file.ts';
import { type FilesRead, readIntoSpool } from '../upload/read-into-spool.ts';
import type { Kind } from '../upload/run/kinds/kind.ts';
import { notAbsent } from '../upload/run/read-orders.ts';
import { heldByLedger, mayBeHeld } from '../upload/still-held.ts';
import { type AccountInventory, considerStock, readInventory } from '../upload/stock.ts';
import { wordsOf } from '../upload/terms/outcomes.ts';
import { defaultConcurrency } from '../upload/terms/outside.ts';
import { digestOfAll, openSpool, type Spool } from '../upload/terms/spool.ts';
import { dryRun } from './dry-run.ts';
import { mostCompared, noteMembers, noteNotices, warningNotices } from './notices.ts';
import type { DocumentsRead, Reported, UploadFlags } from './reported.ts';
import { invalidError, nothingSent, ofOwnShard, writeResultsOf } from './result.ts';
import { reviewed } from './review.ts';
import { reviewOfUpload } from './review-upload.ts';
import { sendFiles } from './send-files.ts';
import { stillHeldError } from './upload-errors.ts';
import { chooseWarehouses, knownWarehouses, type MeantWarehouses } from './warehouses.ts';

/** The account, if there is one yet, and the time in ms that decides what is past; problems are reported when sending. */
export async function beforeSignIn(context: CommandContext) {
  try {
    const { account, now } = await findAccount(context);
    return { now, account: ledgerAccount(context, { ...account, baseUrl: account.address }) };
  } catch (error) {
    if (error instanceof CfiError) return { now: context.deps.now(), account: undefined };
    throw error;
  }
}

/** Refuses a value of `--set` that no document may have: once, and not for each row. Throws a usage error. */
export function checkSettings(kind: DocumentKind, options: ReadingOptions): void {
  const layout = layoutOf(kind);
  for (const [{ name, section, field, perLine }, value] of readSettings(layout, options)) {
    if (field === 'PricePerUnit' && value === 0 && options.include?.includes('free-lines')) continue;
    const own = { [field]: value };
    const body = section === '' ? own : { [section]: perLine ? [own] : own };
    const wrong = checkBody(layout, body, options, false).problems.find(
      ({ path, missing }) => !missing && path.at(-1) === field,
    );
    if (wrong !== undefined) throw usageError(`--set ${name}=${value}: ${name} ${wrong.complaint}`);
  }
}

export interface UploadExtras {
  /** The source of documents that do not come from files. */
  readonly sources?: readonly Source[];
  /** Gets possible mistakes, shortages and notes; all problems are then kept, and nothing is said on the way. */
  readonly report?: (warnings: readonly string[]) => void;
  /** Whether a link may lead to a file; by default it may. */
  readonly links?: Links;
  /** Checks the documents against each other, in a dry run too. Throws a `CfiError`. */
  readonly checkRead?: (spool: Spool) => void;
  /**
   * Checks the documents against the service before any is sent. Before a question, all that the service must refuse is
   * refused; `known` are then those that earlier uploads have sent. Throws a `CfiError`.
   */
  readonly check?: (api: Api, spool: Spool, known?: ReadonlyMap<string, unknown>) => Promise<void>;
  /** The line that gives the documents which were typed. */
  readonly line?: string;
  /** What was chosen for warehouses that are missing or none of the account's. */
  readonly warehouses?: MeantWarehouses | undefined;
}

/** Reads documents from files, and sends each exactly once. Throws a `CfiError`. */
export async function upload(
  caller: CommandContext,
  kind: Kind<DocumentKind>,
  files: readonly string[],
  flags: UploadFlags,
  extras: UploadExtras = {},
): Promise<Result> {
  const { links, checkRead, check, report, line, warehouses } = extras;
  const isReported = report !== undefined;
  const context: CommandContext = isReported ? { ...caller, notice: () => {} } : caller;
  const { deps } = context;
  const isSeen = isReported || flags.yes === true || flags.reviewed !== undefined;
  const asks = context.settings.interactive && !isSeen && flags.dryRun !== true;
  const keepsAll = isReported || formats[context.settings.output].jsonErrors;
  const sources = extras.sources ?? sourcesOf(files, deps, links);
  const inventory = once(() =>
    withApi(context, async (api) => ({
      inventory: await readInventory(api),
      account: ledgerAccount(context, api),
    })),
  );
  const { mondayWarehouses = [] } = context.settings;
  const chosen = [...(warehouses?.values() ?? [])];
  // An unknown one is an error then, as a dry run has said.
  const looks = chosen.length > 0 || flags.dryRun === true || flags.strict === true;
  const known = looks ? await knownWarehouses(context, chosen) : warehousesSeen(context);
  const missing = warehouses?.get('');
  const given: ReadingOptions = {
    ...(await readingOptionsOf(flags, deps)),
    ...{ knownWarehouses: known, mondayWarehouses },
    ...present({ warehouses, warehouse: missing }),
  };
  /** Reads and asks once more, with what was chosen, or to choose again. */
  const again = (meant: UploadExtras['warehouses']): Promise<Result> => {
    spool.close();
    return upload(caller, kind, files, flags, { ...extras, sources, warehouses: meant });
  };
  checkSettings(kind.name, given);
  await checkFailedFiles(context, sources, given, flags.failed);
  const before = await beforeSignIn(context);
  const [now, account] = fromShops[kind.name] ? [before.now, before.account] : [given.now, undefined];
  const created = createdOrders(ledgerPlaceOf(context), flags.fresh ? undefined : account);
  const prices = flags.prices === inventoryPrices ? { prices: (await inventory()).inventory.priceOf } : {};
  const options: ReadingOptions = { ...given, now, wasCreated: created.has, ...prices };
  const spool = openSpool(flags.shard && shardOf(flags.shard, deps.env));
  try {
    const task = { kind, files, flags };
    const reading = readIntoSpool(
      {
        ...{ kind, files, sources, options },
        keepsProblems: keepsAll,
        maxProblems: mostCompared,
        maxWarnings: mostCompared,
        keepsWarnings: isReported || context.settings.output === 'json',
        skipInvalid: flags.skipInvalid === true,
      },
      spool,
      deps.interrupted,
    );
    const read = await reading
      .finally(() => created.close())
      .catch((error: unknown) => {
        // Without them, nobody knows why a file is read as something else.
        for (const name of ['preset', 'map'])
          if (options.fromProfile?.[name] !== undefined)
            context.notice(`${name}: ${options.fromProfile[name]} (profile default)`);
        throw error;
      });
    const { summary, failures, warnings } = read;
    // Standard input that was read to its end gives no answer.
    if (asks && warehouses === undefined && !deps.stdin.readableEnded) {
      const meant = await beforeSending('nothing was sent', () =>
        chooseWarehouses(context, kind.name, spool, summary, flags.skipInvalid === true),
      );
      if (meant !== undefined) return await again(meant);
    }
    const maySend = summary.invalid === 0 || flags.skipInvalid === true;
    const documents = { ...task, spool, summary, maySend };
    const more = isReported ? '' : undefined;
    const reported = await withReport(context, documents, warnings, inventory, asks, more);
    report?.(reported.warnings);
    if (maySend) checkRead?.(spool);
    if (maySend && flags.reviewed !== undefined)
      checkReviewed(await digestOfAll(spool, deps.interrupted), flags.reviewed);
    if (flags.dryRun) return await dryRun(context, reported, before.account, line);
    const words = wordsOf(kind.name);
    if (!maySend) {
      const held = stillHeldError(await heldByLedger(context, account, spool, summary), context.settings);
      // The next export may not have these orders.
      if (held !== undefined) context.warn(`${held.message}; ${held.details.hint}`);
      throw invalidError(summary, words, false);
    }
    const own = ofOwnShard(spool, summary);
    const empty = spool.count('sendable') + own.invalid === 0 && !mayBeHeld(context, summary);
    const failed = { sources, options, failures };
    if (empty) {
      // It may leave orders out, and the files of an earlier upload would be taken for its own.
      await writeFailures(failed, summary, flags.failed, deps);
      await writeResultsOf(documents, [], deps);
    }
    if (empty || reported.stops) {
      const held = await heldByLedger(context, account, spool, summary);
      const error = stillHeldError(held, context.settings);
      const errors = error === undefined ? reported.errors : [error, ...reported.errors];
      return nothingSent({ ...reported, errors }, held);
    }
    const invalid = own.invalid > 0 ? invalidError(own, words, true) : undefined;
    const found = asks ? await reviewOfUpload(context, reported, before.account) : undefined;
    if (found === undefined || found.isNew === 0)
      return await sendFiles(context, { ...reported, ...failed, invalid }, check);
    // Refuses what the service must refuse before the question.
    if (check !== undefined)
      await withApi(context, (api) => check(api, spool, found.known?.first ?? new Map()));
    const held = stillHeldError(await heldByLedger(context, account, spool, summary), context.settings);
    const { warnings: others = [], ...review } = found.review;
    const first = held === undefined ? [] : [`${held.message}; ${held.details.hint}`];
    // A command with a screen of its own has asked for the file there.
    const asking = { isSeen: false, back: warehouses !== undefined || context.aside !== undefined };
    const answer = await reviewed(context, { ...review, warnings: [...first, ...others] }, asking);
    if (answer === 'back' && warehouses === undefined) throw saidNo().with({ isBack: true });
    if (answer === 'back') return await again(undefined);
    // The review has shown the notices.
    return await sendFiles(context, { ...reported, ...failed, invalid, notices: [] }, check);
  } catch (error) {
    // The error reads its problems from the spool.
    if (!(error instanceof CfiError) || error.details.allErrors === undefined) spool.close();
    throw error;
  } finally {
    for (const source of sources) source.close?.();
  }
}

/** Adds the warnings of reading and, with `--stock`, which orders lack stock; whether that stops the upload. */
async function withReport(
  context: CommandContext,
  documents: DocumentsRead,
  warnings: FilesRead['warnings'],
  inventory: () => Promise<AccountInventory>,
  asks: boolean,
  others: string | undefined,
): Promise<Reported> {
  const { kind, files, flags, spool, summary } = documents;
  const choice = flags.stock ?? (asks && kind.name === 'order' ? 'warn' : 'ignore');
  const maySend = documents.maySend && spool.count('sendable') > 0;
  const connections = flags.concurrency ?? defaultConcurrency;
  /** Which of these orders the service has, or may have. */
  const askWhich = (references: ReadonlySet<string>) =>
    withApi(context, (api) => notAbsent(context, api, references, flags), { connections });
  const considered = (): ReturnType<typeof considerStock> =>
    considerStock(context, choice, spool, inventory, askWhich);
  // Nobody asked for the comparison of a review: without it, the orders can still be sent.
  const unless = (error: unknown): { notices: string[] } => {
    if (!(error instanceof CfiError) || flags.stock !== undefined) throw error;
    if (['cancelled', 'unauthorized', 'usage'].includes(error.code)) throw error;
    return { notices: [`the stock could not be read: ${error.message}`] };
  };
  const stock: Partial<Awaited<ReturnType<typeof considerStock>>> | undefined =
    choice !== 'ignore' && maySend ? await considered().catch(unless) : undefined;
  const isSaved = flags.fromProfile?.includes('stock') === true && (stock?.shortages?.length ?? 0) > 0;
  const saved = isSaved ? [`stock: ${choice} (profile default)`] : [];
  const ownWarnings = [
    ...warningNotices(summary, others),
    ...(summary.hasNotes && documents.maySend ? noteNotices(spool, files, others) : []),
    ...saved,
    ...(stock?.notices ?? []),
  ];
  return {
    ...documents,
    notices: [...summary.notices, ...ownWarnings],
    warnings: ownWarnings,
    members: {
      ...(fromShops[kind.name] || summary.warningCount > 0
        ? { warnings: mapped(warnings, (text) => new JsonText(text)) }
        : {}),
      ...(fromShops[kind.name] ? { notes: documents.maySend ? noteMembers(spool) : [] } : {}),
      ...(choice === 'ignore' ? {} : { stock: stock?.shortages ?? [] }),
    },
    errors: stock?.error === undefined ? [] : [stock.error],
    stops: stock?.stops === true,
  };
}

/** Throws a `CfiError` if the files hold anything else than what was reviewed. */
function checkReviewed(digest: string, reviewed: string): void {
  if (digest === reviewed.trim().toLowerCase()) return;
  throw new CfiError(
    'conflict',
    `the digest of what would be sent is ${digest}, not ${reviewed.trim()}: this is not what was reviewed; nothing was sent`,
    { hint: 'review it again: the same command with --dry-run, without --reviewed' },
  );
}

/** Failed files may have names that are not on the command line; none of them may be an input. */
async function checkFailedFiles(
  { deps, files }: CommandContext,
  sources: readonly Source[],
  options: ReadingOptions,
  name: string | undefined,
): Promise<void> {
  const inputs = sources.map((source) => ({ role: 'the input file', name: source.name }));
  const others = files.written.filter((file) => file.name !== name);
  const outputs = [...others, ...failedFileNames(sources, options, name)];
  await checkDistinct(outputs, [...files.read, ...inputs], deps.cwd);
}
