import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliOptions, makeHome, type Outcome, runCli } from '../../../support/cli.ts';
import { type Interference, startOrderService } from '../../../support/services/order-service.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

/** A service and an empty folder for `cfi order drop`, in a home of their own. */
export async function openDropFolder() {
  const home = makeHome();
  const folder = join(home, 'in');
  mkdirSync(folder);
  let interfere: Interference = () => false;
  const service = await startOrderService((...request) => interfere(...request));
  return {
    home,
    folder,
    service,
    /** Decides from now on which requests the service does not answer itself. */
    interfereWith: (interference: Interference): void => {
      interfere = interference;
    },
    /** Puts a CSV file of orders with these references into the folder. */
    put: (name: string, ...references: readonly string[]): void =>
      writeFileSync(join(folder, name), ordersCsv(references.map((reference) => orderRow(reference)))),
    /** The names in the folder, or in one inside it; none if there is no such folder. */
    inside: (name = '.'): string[] =>
      existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : [],
    /** Runs `cfi order drop` on the folder. */
    drop: (words: readonly string[] = [], options: CliOptions = {}): Promise<Outcome> =>
      runCli(['order', 'drop', folder, '--max-retries', '1', ...words], {
        home,
        env: service.env,
        ...options,
      }),
  };
}
