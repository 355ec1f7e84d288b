import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { ensureSignedIn, openSession, type Session } from '../../client/auth/session.ts';
import type { Choices } from '../../emulator/conformance/assumptions.ts';
import type { Asked } from '../../emulator/conformance/observations.ts';
import { savedChoices } from '../../emulator/named-files.ts';
import { exitCodes } from '../../errors.ts';
import type { Block, Result } from '../../render/result.ts';
import { reviewed } from '../../report/review.ts';
import { writeOut } from '../../storage/output-file.ts';
import type { Lock } from '../../storage/sqlite/lock.ts';
import { utcDay } from '../../text/time/time.ts';
import { accountKey } from '../../upload/ledger/ledger-account.ts';
import { lockFor } from '../../upload/ledger/run-lock.ts';
import { readJson } from '../emulator/files.ts';
import { type Asker, openAsker, watch } from './asker.ts';
import { cleanUp, prefix, remaining } from './clean-up.ts';
import type { verifyDefinition } from './definition.ts';
import {
  blocksOf,
  changeBlocks,
  changeColumns,
  changesSince,
  choicesOf,
  csvColumns,
  type Extent,
  type Finding,
  findingsOf,
  nextStep,
} from './findings.ts';
import { type AccountFacts, type Notebook, note, readService } from './read-service.ts';
import { type Writing, writeOrder, writePurchaseOrder, writeSlot } from './write-service.ts';

type VerifyOptions = OptionsOf<typeof verifyDefinition>;

const mostReads = 40;
/** At most five requests a second. */
const intervalMs = 200;
/** With writes, more reads are needed to confirm them, but still not without limit. */
const mostReadsWithWrites = 200;

/** Answers that may come to any request. */
const byStatus: Readonly<Record<number, Asked>> = { 429: 'rateLimited', 503: 'unavailable' };

/** Signs in correctly once, unless that was already seen, and once without the secret. */
async function trySignIns(asker: Asker, session: Session, notebook: Notebook): Promise<void> {
  const credentials = await session.account.credentials();
  if (notebook.answers.signIn === undefined && credentials !== undefined) await asker.signIn(credentials);
  const client_id = session.account.clientId ?? 'CFI-VERIFY';
  note(notebook, 'incompleteSignIn', await asker.signIn({ client_id }));
}

function newReference(now: number, random: () => number): string {
  const marks = Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')
    .toUpperCase();
  return `${prefix}${utcDay(now).replaceAll('-', '')}-${marks}`;
}

/** The writes, between two clean-ups: after an interrupted earlier run, and after this one. */
async function verifyByWriting(
  context: CommandContext,
  session: Session,
  known: Pick<Writing, 'context' | 'asker' | 'notebook'>,
  facts: AccountFacts | undefined,
): Promise<Extent> {
  const { asker, notebook } = known;
  const left = await remaining(known);
  if (left.length > 0) {
    context.notice('cleaning up after an earlier run that was interrupted');
    await cleanUp(known, left);
  }
  await trySignIns(asker, session, notebook);
  if (facts === undefined) return { stopped: 'the account has no stock at any warehouse' };
  const now = session.transport.now();
  const reference = newReference(now, () => context.deps.random());
  const writing = { ...known, facts, reference, now };
  try {
    for (const write of [writeOrder, writeSlot, writePurchaseOrder])
      if (notebook.stopped === undefined) await write(writing);
    await cleanUp(known, await remaining(known));
  } catch (error) {
    context.warn('interrupted: the next cfi verify --write cleans up');
    throw error;
  }
  return notebook.stopped === undefined ? 'writes' : { stopped: notebook.stopped };
}

async function verify(context: CommandContext, { write }: VerifyOptions): Promise<Finding[]> {
  const notebook: Notebook = { answers: {}, features: {}, orders: [], slots: [], purchaseOrders: [] };
  const limits = { mostReads: write === true ? mostReadsWithWrites : mostReads, intervalMs };
  const watched = watch(await openSession(context), limits, ({ path }, answer) => {
    const { status, headers } = answer;
    const name = byStatus[status];
    if (name !== undefined) notebook.answers[name] ??= answer;
    // The sign-in that a command makes anyway.
    if (path === '/auth/login' && status < 300) notebook.answers.signIn ??= { status, headers, body: {} };
  });
  const { session } = watched;
  let lock: Lock | undefined;
  try {
    const asker = openAsker(watched, await ensureSignedIn(context, session));
    // Only one run may write at a time, because another would remove what this one has just created.
    if (write === true)
      lock = await lockFor(context, `verify ${accountKey(context, asker.api)}`, 'cfi verify --write', 0, {
        doing: 'is verifying this service for this client',
        hint: 'wait until it ends, then run the command again',
      });
    const facts = await readService(asker, notebook);
    if (write !== true) return findingsOf(notebook, 'reads');
    const known = { context, asker, notebook };
    return findingsOf(notebook, await verifyByWriting(context, session, known, facts));
  } finally {
    lock?.release();
    await session.transport.close();
  }
}

/** The columns that `--fields` and `--sort` know. */
export const columns = ({ against }: Partial<VerifyOptions>) =>
  against === undefined ? csvColumns : changeColumns;

/** What has changed since a file was saved; exit 9 if something has. */
function compared(findings: readonly Finding[], saved: Choices, file: string): Result {
  const changed = changesSince(saved, findings);
  const unseen = findings.filter(({ id, service }) => saved[id] !== undefined && service === null).length;
  return {
    data: { changed, assumptions: findings },
    items: changed,
    blocks: changeBlocks(changed, unseen, file),
    csv: { columns: changeColumns, rows: changed },
    ...(changed.length > 0 ? { exitCode: exitCodes.partial } : {}),
  };
}

const itself: Block = {
  kind: 'text',
  text: 'This checks the emulator against itself. To check your service, run it without --emulator and CFI_EMULATOR.',
};

/** Checks which assumptions of the emulator hold for a service; exit 9 if any differs. */
export async function run(context: CommandContext, options: VerifyOptions): Promise<Result> {
  const { against, save } = options;
  const saved = against === undefined ? undefined : savedChoices(await readJson(context, against), against);
  if (options.write === true) {
    const does =
      'Create one order, one slot and one purchase order called CFI-VERIFY-…, and cancel what can be cancelled';
    const warnings = ['A purchase order cannot be cancelled: the one that is created stays.'];
    await reviewed(context, { does, warnings }, { isSeen: options.yes === true, needsEyes: true });
  }
  const findings = await verify(context, options);
  const saving = { version: 1, assume: choicesOf(findings) };
  if (save !== undefined) await writeOut(save, context.deps, `${JSON.stringify(saving, null, 2)}\n`);
  if (saved !== undefined && against !== undefined) return compared(findings, saved, against);
  const differs = findings.some(({ result }) => result === 'differs');
  return {
    data: { assumptions: findings },
    items: findings,
    blocks: [...(context.settings.emulator ? [itself] : []), ...blocksOf(findings)],
    notices: differs || save !== undefined ? [nextStep(save)] : [],
    csv: { columns: csvColumns, rows: findings },
    ...(differs ? { exitCode: exitCodes.partial } : {}),
  };
}
