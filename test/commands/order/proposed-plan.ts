import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { makeHome, type Outcome, runCli } from '../../support/cli.ts';

interface Order {
  readonly ReferenceNumber: string;
  readonly OrderItems: readonly Line[];
}

interface Line {
  readonly SKU: string;
  readonly Qty: number;
  readonly PricePerUnit: number;
}

interface LeftOut {
  readonly ReferenceNumber: string;
  readonly SKU?: string;
  readonly reason: string;
}

interface Plan {
  readonly orders: readonly Order[];
  readonly leftOut?: readonly LeftOut[];
  readonly leftOutLines?: readonly LeftOut[];
}

/** What an upload would send and leave out, as lines of text. */
function planOf({ stdout }: Outcome): { sent: string[]; leftOut: string[] } {
  const { orders, leftOut = [], leftOutLines = [] } = (JSON.parse(stdout) as { data: Plan }).data;
  const item = ({ SKU, Qty, PricePerUnit }: Line): string => `${Qty} ${SKU} at ${PricePerUnit}`;
  return {
    sent: orders.map((order) => `${order.ReferenceNumber}: ${order.OrderItems.map(item).join()}`),
    leftOut: [...leftOut, ...leftOutLines].map(({ ReferenceNumber, SKU, reason }) =>
      [ReferenceNumber, SKU, reason].filter((word) => word !== undefined).join(' '),
    ),
  };
}

/** What an upload of an export of `fixtures/proposals` would send and leave out, with the map proposed for it. */
export async function planFor(
  shop: string,
  set: readonly string[],
): Promise<{ sent: string[]; leftOut: string[] }> {
  const home = makeHome();
  const cwd = resolve('fixtures/proposals');
  const context = ['--warehouse', 'Northgate FC', '--dispatch-within', '36h', '--timezone', 'Europe/London'];
  const given = [...context, ...set.flatMap((each) => ['--set', each])];
  const proposal = await runCli(['order', 'map', `${shop}.csv`, ...given], { home, cwd });
  expect(proposal.code).toBe(0);
  const map = join(home, 'map.json');
  writeFileSync(map, proposal.stdout);
  const upload = ['order', 'create', `${shop}.csv`, '--map', map, ...given, '--dry-run', '--json'];
  const planned = await runCli(upload, { home, cwd });
  return planOf(planned);
}
