import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import { CfiError } from '../../errors.ts';
import { counted } from '../../text/words.ts';
import { ledgerFile, ledgerPlaceOf } from '../ledger/ledger-file.ts';
import { withLedger } from '../ledger/open-ledger.ts';
import { type LedgerAccount, openStates } from '../ledger/order-states.ts';
import { type AskingLimits, notAbsent, withAsking } from '../run/ask.ts';
import { defaultConcurrency, type stockChoices } from '../terms/flags.ts';
import type { Spool } from '../terms/spool.ts';
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

/**
 * Which documents do not need stock again, because they were created: their units are not in the available stock any more.
 * Asks the service about those of which the ledger is not sure.
 */
async function createdBefore(
  context: CommandContext,
  account: LedgerAccount,
  spool: Spool,
  limits: AskingLimits,
): Promise<(reference: string) => boolean> {
  const place = ledgerPlaceOf(context);
  if (!existsSync(ledgerFile(place.dataFolder))) return () => false;
  const created = new Set<string>();
  const unsure = new Set<string>();
  await withLedger(place, (db) => {
    created.clear();
    unsure.clear();
    for (const [reference, { uploaded, atWarehouse }] of openStates(db, account)(references(spool)))
      if (uploaded) created.add(reference);
      else if (atWarehouse === 'unsure') unsure.add(reference);
    db.close();
  });
  if (unsure.size > 0) {
    const api = await openApi(context, { connections: limits.concurrency ?? defaultConcurrency });
    try {
      for (const reference of await withAsking(context, api, limits, (asking) =>
        notAbsent(api, unsure, asking),
      ))
        created.add(reference);
    } finally {
      await api.close().catch(() => {});
    }
  }
  return (reference) => created.has(reference);
}

function* references(spool: Spool): Generator<string> {
  for (const { reference } of spool.documents('sendable')) yield reference;
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
  const references = shortOrders.slice(0, mostReferences).map(({ reference }) => reference);
  if (choice === 'skip') spool.leaveOutShort(shortOrders.map(({ number }) => number));
  return {
    shortages,
    notices: noticesOf(shortages),
    error: errorOf(choice, shortOrders.length, references),
    stops: choice === 'stop' && shortOrders.length > 0,
  };
}
