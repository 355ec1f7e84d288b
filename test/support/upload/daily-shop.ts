import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../../src/text/records.ts';
import { makeHome, runCli } from '../cli.ts';
import { json } from '../services/http-server.ts';
import { startOrderService } from '../services/order-service.ts';
import { testNow } from '../time.ts';

/** A line of a Shopify export; only the first row has the order's own cells. */
interface Line {
  readonly order?: string;
  readonly financial?: string;
  readonly fulfillment?: string;
  readonly cancelled?: string;
  readonly sku: string;
  readonly status?: string;
  readonly town?: string;
  readonly qty?: string;
}

const columns =
  'Name,Financial Status,Fulfillment Status,Currency,Created at,Cancelled at,Shipping Method,Lineitem quantity,' +
  'Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Lineitem requires shipping,Shipping Name,' +
  'Shipping Address1,Shipping City,Shipping Zip,Shipping Country';

/** A Shopify export of these orders, each with its lines. */
export function shopify(orders: Readonly<Record<string, readonly [Line, ...Line[]]>>): string {
  const rows = Object.entries(orders).flatMap(([name, lines]) =>
    lines.map(({ sku, status = 'pending', qty = '1', ...order }, index) => {
      const { financial = 'paid', fulfillment = 'unfulfilled', cancelled = '', town = 'Otley' } = order;
      const item = [`${qty},Thing,10.00,${sku},${status},true`];
      return index === 0
        ? [name, financial, fulfillment, 'GBP', '2026-09-01 09:00:00 +0100', cancelled, 'Standard', item]
            .concat('Ada Example', '1 High Street', town, 'LS1 4AB', 'GB')
            .join(',')
        : [name, '', '', '', '', '', '', item, '', '', '', '', ''].join(',');
    }),
  );
  return `${[columns, ...rows].join('\n')}\n`;
}

/** The flags that read such an export. */
export const reading = ['--preset', 'shopify', '--warehouse', 'Northgate FC', '--dispatch-within', '36h'];

/** A shop whose export is uploaded repeatedly; orders can be cancelled at the service. */
export async function openShop() {
  const cancelled = new Set<string>();
  const refuse = new Set<string>();
  const clock = { days: 0 };
  const now = (): number => testNow + clock.days * 86_400_000;
  const service = await startOrderService((request, response) => {
    if (
      request.url === '/v1/outbound' &&
      refuse.has(String(field(JSON.parse(request.body), 'ReferenceNumber')))
    ) {
      json(response, 400, { success: false, error: 'warehouse_name is unknown' });
      return true;
    }
    const reference = decodeURIComponent(/^\/v1\/order\/(.+)\/cancel$/.exec(request.url)?.[1] ?? '');
    if (reference === '') return false;
    cancelled.add(reference);
    json(response, 200, { success: true, data: { ReferenceNumber: reference, Status: 'Cancelled' } });
    return true;
  }, now);
  const home = makeHome();
  const { env } = service;
  const cfi = (...args: readonly string[]) => runCli(args, { home, env, now: now() });
  return {
    ...service,
    home,
    cfi,
    cancelled,
    /** References of the orders that the service refuses. */
    refuse,
    clock,
    upload(orders: Parameters<typeof shopify>[0], ...args: readonly string[]) {
      writeFileSync(join(home, 'export.csv'), shopify(orders));
      const output = args.includes('-o') ? [] : ['--json'];
      return cfi('order', 'create', 'export.csv', ...reading, ...output, ...args);
    },
  };
}

/** An order of two lines and one of a single line. */
export const two = { '#1': [{ sku: 'A' }, { sku: 'B' }], '#2': [{ sku: 'C' }] } as const;
