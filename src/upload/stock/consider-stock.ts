import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import { CfiError } from '../../errors.ts';
import { counted } from '../../text/words.ts';
import { defaultConcurrency, type stockChoices } from '../flags.ts';
import { withLedger } from '../ledger/damage/replace-damaged.ts';
import { ledgerFile } from '../ledger/ledger-file.ts';
import { ledgerPlaceOf } from '../ledger/ledger-place.ts';
import { batchesOf } from '../ledger/plan.ts';
import { type LedgerAccount, maybeSentReferences, uploadedReferences } from '../ledger/uploaded-orders.ts';
import { notAbsent } from '../look-up-unsure.ts';
import type { Spool } from '../spool/spool.ts';
import { type AskingLimits, withAsking } from '../with-asking.ts';
import type { AccountInventory } from './inventory.ts';
import { checkStock, type Shortage } from './shortages.ts';

type StockChoice = (typeof stockChoices)[number];

/** The result of `--stock`. */
export interface StockReport {
  /** The member `stock` of the result. */
  readonly shortages: readonly Shortage[];
  /** For people. */
  readonly notices: readonly string[];
  /** Orders were left out, or nothing may be sent. */
  readonly error: CfiError | undefined;
  /** Nothing may be sent. */
  readonly stops: boolean;
}

/** How many shortages and orders are named. */
const mostNamed = 20;
const mostReferences = 5;

function shortageText({ warehouse, SKU, needed, available, orders }: Shortage): string {
  const has = available === null ? 'unknown at this warehouse' : `${available} available`;
  return `${SKU} at ${warehouse}: ${needed} needed, ${has} (${counted(orders.length, 'order')})`;
}

function noticesOf(shortages: readonly Shortage[]): string[] {
  if (shortages.length === 0) return [];
  const hidden = shortages.length - mostNamed;
  return [
    `not enough stock of ${counted(shortages.length, 'SKU')}:`,
    ...shortages.slice(0, mostNamed).map((shortage) => `  ${shortageText(shortage)}`),
    ...(hidden > 0 ? [`  and ${hidden} more; --output json shows all`] : []),
  ];
}

/** What the ledger knows of the orders to send. */
interface Known {
  /** One byte for each document: 1 if it was created. */
  readonly created: Uint8Array;
  /** By reference, documents that may have been created. */
  readonly unsure: ReadonlyMap<string, number>;
}

async function knownBefore(
  context: CommandContext,
  account: LedgerAccount,
  spool: Spool,
): Promise<Known | undefined> {
  const place = ledgerPlaceOf(context);
  if (!existsSync(ledgerFile(place.dataFolder))) return undefined;
  return withLedger(place, (db) => {
    const created = new Uint8Array(spool.size);
    const unsure = new Map<string, number>();
    for (const batch of batchesOf(spool, (document) => spool.status(document) === 'sendable')) {
      const references = batch.map((document) => spool.at(document).reference);
      const known = uploadedReferences(db, account, references);
      const maybe = maybeSentReferences(db, account, references);
      for (const [index, document] of batch.entries()) {
        const reference = references[index] as string;
        if (known.has(reference)) created[document] = 1;
        else if (maybe.has(reference)) unsure.set(reference, document);
      }
    }
    db.close();
    return { created, unsure };
  });
}

/**
 * Which documents do not need stock again, because they were created: their units are not in the available stock any more.
 * Asks the service about those of which the ledger is not sure.
 */
async function createdBefore(
  context: CommandContext,
  account: LedgerAccount,
  spool: Spool,
  limits: AskingLimits,
): Promise<(document: number) => boolean> {
  const known = await knownBefore(context, account, spool);
  if (known === undefined) return () => false;
  const { created, unsure } = known;
  if (unsure.size > 0) {
    const api = await openApi(context, { connections: limits.concurrency ?? defaultConcurrency });
    try {
      const asked = new Set(unsure.keys());
      for (const reference of await withAsking(context, api, limits, (asking) =>
        notAbsent(api, asked, asking),
      ))
        created[unsure.get(reference) as number] = 1;
    } finally {
      await api.close().catch(() => {});
    }
  }
  return (document) => created[document] === 1;
}

function errorOf(choice: StockChoice, count: number, references: readonly string[]): CfiError | undefined {
  if (count === 0) return undefined;
  const named = references.join(', ') + (count > references.length ? ', …' : '');
  const orders = `not enough stock for ${counted(count, 'order')}: ${named}`;
  switch (choice) {
    case 'ignore':
    case 'warn':
      return undefined;
    case 'skip':
      return new CfiError('partial', `${orders}; left out as short`);
    case 'stop':
      return new CfiError('invalid-input', `${orders}; nothing was sent`, {
        hint: 'send the others with --stock skip, or all with --stock warn',
      });
    default:
      return choice satisfies never;
  }
}

/** Compares the orders to be sent with the stock; with `skip`, leaves out those with too little. */
export async function considerStock(
  context: CommandContext,
  choice: StockChoice,
  spool: Spool,
  readInventory: () => Promise<AccountInventory>,
  limits: AskingLimits,
): Promise<StockReport> {
  const { inventory, account } = await readInventory();
  const isDone = await createdBefore(context, account, spool, limits);
  const { shortages, shortOrders } = checkStock(spool, inventory, isDone, choice === 'skip');
  const references = shortOrders.slice(0, mostReferences).map((document) => spool.at(document).reference);
  if (choice === 'skip') for (const document of shortOrders) spool.leaveOutShort(document);
  return {
    shortages,
    notices: noticesOf(shortages),
    error: errorOf(choice, shortOrders.length, references),
    stops: choice === 'stop' && shortOrders.length > 0,
  };
}
