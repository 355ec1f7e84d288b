import type { Run } from '../../../cli/command.ts';
import { ensureSignedIn, openSession } from '../../../client/auth/session.ts';
import { openEmulator } from '../../../emulator/emulator.ts';
import { confirmation } from '../../../render/columns.ts';
import { writeOut } from '../../../storage/output-file.ts';
import { inMemory } from '../../../storage/sqlite/database.ts';
import { counted } from '../../../text/words.ts';
import { inSlices } from '../../../timers.ts';
import { openAsker, watch } from '../../verify/asker.ts';
import type { seedCommand } from '../definition.ts';
import { mostReads, readAccount } from './live-account.ts';
import { seedOf } from './live-seed.ts';

/** Two requests a second. */
const intervalMs = 500;

/** Reads the signed-in account and writes a seed under which the emulator answers alike; whole or not at all. */
export const run: Run<typeof seedCommand> = async (context, { fromLive: file }) => {
  let requests = 0;
  const watched = watch(await openSession(context), { mostReads, intervalMs }, ({ method }) => {
    if (method === 'GET') requests += 1;
  });
  const { session } = watched;
  try {
    const asker = openAsker(watched, await ensureSignedIn(context, session));
    const account = await readAccount(asker, (line) => context.notice(line));
    const now = Number.isNaN(account.now) ? session.transport.now() : account.now;
    const { seed, leftOut } = await inSlices(seedOf({ ...account, now }, session.account.clientId ?? 'live'));
    for (const what of leftOut) context.warn(`left out, because its record lacks what a seed needs: ${what}`);
    const { deps } = context;
    const written = await deps.unheard(async () => {
      // A seed that an emulator would refuse is not written.
      (await openEmulator({ state: inMemory, seed, realNow: () => now })).close();
      return JSON.stringify(seed, null, 1);
    });
    await writeOut(file, deps, `${written}\n`);
    context.notice(
      'purchase orders without a slot and legacy deliveries cannot be listed, so they are not in it',
    );
    const count = (list: readonly unknown[] = []): number => list.length;
    const data = {
      file,
      requests,
      products: count(seed.products),
      slots: count(seed.slots),
      purchaseOrders: count(seed.purchaseOrders),
      orders: count(seed.orders),
    };
    const text = `${counted(data.products, 'product')}, ${counted(data.slots, 'slot')}, ${counted(data.purchaseOrders, 'purchase order')} and ${counted(data.orders, 'marketplace order')} written to ${file}`;
    return confirmation(data, text);
  } finally {
    await session.transport.close();
  }
};
