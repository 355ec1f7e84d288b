import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import type { LedgerPlace } from './ledger-file.ts';

/** The ledger of a command. */
export const ledgerPlaceOf = (context: CommandContext): LedgerPlace => ({
  dataFolder: openHome(context).home.data,
  now: () => context.deps.now(),
  warn: (line) => context.warn(line),
});
