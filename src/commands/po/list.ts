import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { readEach } from '../../client/api/lookups.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Column, Result } from '../../render/result.ts';
import { type Fields, field, texts } from '../../text/records.ts';
import { deliveredUnits, discrepancies, orderedUnits, unitsDifference } from '../desk/po-record.ts';
import { readPurchaseOrder, readSlots, uploadedPos } from '../desk/read.ts';
import { slotTime, usedBy } from '../desk/slot-record.ts';
import type { listCommand } from './definition.ts';

/** The columns of csv. */
export const columns = () => listCsv;

/** The purchase orders of the account's slots, and those created on this machine, read from the service. */
export async function run(
  context: CommandContext,
  { short }: OptionsOf<typeof listCommand>,
): Promise<Result> {
  const api = await openApi(context);
  try {
    const { slots } = await readSlots(api);
    const uploaded = await uploadedPos(context, api);
    const numberOf = new Map(uploaded.map(({ reference, number }) => [reference, number]));
    // A slot may name the purchase order by the client's own reference, which the service cannot look up.
    const used = slots.flatMap((slot) => usedBy(slot) ?? []).map((name) => numberOf.get(name) ?? name);
    const numbers = new Set([...used, ...uploaded.flatMap(({ number }) => number ?? [])]);
    const { records, result } = await readEach([...numbers], (poReference) =>
      readPurchaseOrder(api, poReference, context.warn),
    );
    const rows = short ? records.filter((order) => discrepancies(order).length > 0) : records;
    const empty = short ? 'no purchase order has a discrepancy' : 'no purchase orders';
    return {
      ...result,
      data: rows,
      items: rows,
      blocks: [{ kind: 'table', columns: listColumns, rows, empty }],
      csv: { columns: listCsv, rows },
      names: () => ({ po: texts(records, 'lw_po_number') }),
    };
  } finally {
    await api.close();
  }
}

const own = (name: string): Column<Fields> => ({ header: name, value: (order) => field(order, name) });

const listCsv: readonly Column<Fields>[] = [
  ...['lw_po_number', 'PO_REFERENCE', 'status', 'deliveryDate'].map(own),
  { header: 'ordered', value: orderedUnits },
  { header: 'delivered', value: deliveredUnits },
  { header: 'difference', value: unitsDifference },
  own('slotReference'),
];

const listColumns: readonly Column<Fields>[] = [
  { header: 'PO', value: (order) => field(order, 'lw_po_number'), priority: 1 },
  { header: 'Reference', value: (order) => field(order, 'PO_REFERENCE'), priority: 3 },
  { header: 'Status', value: (order) => field(order, 'status'), priority: 2 },
  { header: 'Delivery', value: (order) => slotTime(field(order, 'deliveryDate')), time: true, priority: 4 },
  { header: 'Ordered', value: orderedUnits, align: 'right', priority: 5 },
  { header: 'Delivered', value: deliveredUnits, align: 'right', priority: 5 },
  {
    header: 'Difference',
    value: unitsDifference,
    align: 'right',
    priority: 1,
    tone: (order) => (discrepancies(order).length > 0 ? 'warn' : undefined),
  },
  { header: 'Slot', value: (order) => field(order, 'slotReference'), priority: 6 },
];
