import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome, type Outcome, runCli } from '../cli.ts';
import type { OrderService } from '../services/order-service.ts';

interface Document {
  readonly ReferenceNumber: string;
  readonly outcome: string;
  readonly OrderId: { readonly UUID: string; readonly Number: number } | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly lines: readonly number[];
}

/** A new home with one file in it. */
export function homeWith(name: string, text: string | Buffer): string {
  const home = makeHome();
  writeFileSync(join(home, name), text);
  return home;
}

/** The document that a command printed with `--json`. */
export const dataOf = ({
  stdout,
}: Pick<Outcome, 'stdout'>): Record<string, unknown> & { orders: Document[] } =>
  (JSON.parse(stdout) as { data: Record<string, unknown> & { orders: Document[] } }).data;

/** The outcome of each order of an upload, by reference. */
export const outcomesOf = (outcome: Outcome): Record<string, string> =>
  Object.fromEntries(dataOf(outcome).orders.map((order) => [order.ReferenceNumber, order.outcome]));

/** The error that a command reported with `--json`: the last line of standard error that is JSON. */
export const errorOf = (outcome: Pick<Outcome, 'stderr'>): Record<string, unknown> => {
  const lines = outcome.stderr
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return (JSON.parse(lines.at(-1) ?? '{}') as { error: Record<string, unknown> }).error;
};

/** Uploads `csv` as orders.csv; the same home continues where an earlier call stopped. */
export async function upload(
  service: Pick<OrderService, 'env'>,
  csv: string,
  args: readonly string[] = [],
  home = makeHome(),
): Promise<Outcome> {
  writeFileSync(join(home, 'orders.csv'), csv);
  return runCli(['order', 'create', 'orders.csv', '--json', ...args], { home, env: service.env });
}
