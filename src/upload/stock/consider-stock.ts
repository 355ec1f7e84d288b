import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { CfiError } from '../../errors.ts';
import { counted } from '../../text/words.ts';
import type { stockChoices } from '../flags.ts';
import { withLedger } from '../ledger/damage/replace-damaged.ts';
import { ledgerFile } from '../ledger/ledger-file.ts';
import { ledgerPlaceOf } from '../ledger/ledger-place.ts';
import { batchesOf } from '../ledger/plan.ts';
import { type LedgerAccount, uploadedReferences } from '../ledger/uploaded-orders.ts';
import type { Spool } from '../spool/spool.ts';
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

/** Which documents the ledger knows as created, so that they do not need stock again. */
async function createdBefore(
  context: CommandContext,
  account: LedgerAccount,
  spool: Spool,
): Promise<(document: number) => boolean> {
  const place = ledgerPlaceOf(context);
  if (!existsSync(ledgerFile(place.dataFolder))) return () => false;
  const created = new Uint8Array(spool.size);
  await withLedger(place, (db) => {
    for (const batch of batchesOf(spool, (document) => spool.status(document) === 'sendable')) {
      const references = batch.map((document) => spool.at(document).reference);
      const known = uploadedReferences(db, account, references);
      for (const [index, document] of batch.entries())
        if (known.has(references[index] as string)) created[document] = 1;
    }
    db.close();
  });
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
): Promise<StockReport> {
  const { inventory, account } = await readInventory();
  const isDone = await createdBefore(context, account, spool);
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
