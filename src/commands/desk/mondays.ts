import type { Settings } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { isClosedDay, takesMondays } from '../../contract/limits.ts';
import { sanitizeLine } from '../../text/sanitize.ts';

/** Why a Monday cannot be chosen there, and how to change that. */
export function mondayIsClosed(
  { mondayWarehouses = [], profile }: Pick<Settings, 'mondayWarehouses' | 'profile'>,
  warehouse: string,
): string {
  const names = [...mondayWarehouses, warehouse].join(',');
  const command = commandFor({ profile, emulator: false }, 'config', 'set', 'monday_warehouses', names);
  return `that is a Monday, and ${sanitizeLine(warehouse)} is not known to open then; if it does, save it: ${command}`;
}

/** A remark on a day on which the warehouse is not known to open, for a question; empty for other days. */
export const mondayRemark = (day: string, warehouse: string, known: readonly string[] | undefined): string =>
  isClosedDay(day, takesMondays(warehouse, known))
    ? ` (a Monday, on which ${warehouse === '' ? 'the warehouse' : warehouse} is not known to take deliveries)`
    : '';
