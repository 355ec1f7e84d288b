import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime } from '../../cli/values.ts';
import { checkNamed } from '../../client/api/records.ts';
import { delivered, lines, ordered } from '../../desk/po-record.ts';
import { instantOf, proposals, requestedTime } from '../../desk/slot-record.ts';
import { slotShown } from '../../desk/slot-view.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, textField } from '../../text/records.ts';
import { foreignTime } from '../../text/time/time.ts';
import { deliveryShown } from '../inbound/inbound.ts';
import { ordersShown } from '../order/read.ts';
import { poShown } from '../po/view.ts';
import { type Control, pathTo, withControl } from './control.ts';
import type {
  confirmCommand,
  counterCommand,
  dispatchCommand,
  receiveCommand,
  receiveInboundCommand,
  statusCommand,
} from './control-definitions.ts';

const records = {
  slots: 'slot',
  pos: 'purchaseOrderNumber',
  inbound: 'delivery',
  orders: 'order',
} as const;

/** A command that does something as the warehouse, and shows the record as it is afterwards. */
const acting =
  <Options extends { readonly ref: string }>(
    [kind, action]: readonly [kind: keyof typeof records, action: string],
    shown: (record: Fields, now: number) => Pick<Result, 'blocks' | 'csv'>,
    bodyOf: (options: Options, control: Control, context: CommandContext) => Fields | Promise<Fields>,
  ) =>
  (context: CommandContext, options: Options): Promise<Result> =>
    withControl(context, async (control) => {
      const body = await bodyOf(options, control, context);
      const data = await control.call('POST', pathTo('fc', kind, options.ref, action), body);
      checkNamed(data, records[kind], options.ref, context.warn);
      return { data, ...shown(data, context.clock.now()) };
    });

const orderShown = (order: Fields) => ordersShown([order]);

export const confirm = acting<OptionsOf<typeof confirmCommand>>(
  ['slots', 'confirm'],
  slotShown,
  async ({ ref, time }, control, context) =>
    time === undefined ? {} : { time: await warehouseTime(context, control, ref, time) },
);

export const counter = acting<OptionsOf<typeof counterCommand>>(
  ['slots', 'counter'],
  slotShown,
  async ({ ref, time, comment }, control, context) => ({
    proposedTime: await warehouseTime(context, control, ref, time),
    comment,
  }),
);

export const receive = acting<OptionsOf<typeof receiveCommand>>(
  ['pos', 'receive'],
  poShown,
  async ({ ref, short, partial }, control) => ({
    lines: short.length === 0 && !partial ? undefined : await deliveries(control, ref, short),
    complete: partial !== true,
  }),
);

export const receiveInbound = acting<OptionsOf<typeof receiveInboundCommand>>(
  ['inbound', 'receive'],
  deliveryShown,
  ({ client }) => ({ client }),
);

export const dispatch = acting<OptionsOf<typeof dispatchCommand>>(
  ['orders', 'dispatch'],
  orderShown,
  ({ client, carrier, tracking }) => ({ client, ShippingVendor: carrier, TrackingNumber: tracking }),
);

export const changeStatus = acting<OptionsOf<typeof statusCommand>>(
  ['orders', 'status'],
  orderShown,
  ({ client, status }) => ({ client, Status: status }),
);

/** The moment that `--time` means by the emulator's clock, ISO 8601, echoed as understood; a usage error for no time or a past one. */
async function warehouseTime(context: CommandContext, control: Control, reference: string, text: string) {
  const time = readTime('--time', text);
  const now = foreignTime(textField(await control.call('GET', '/clock'), 'now')) ?? context.clock.now();
  const { typed } = time;
  // The day depends on what was proposed before.
  const isLeftOpen = typed.kind === 'local' && (typed.day === undefined || typed.day.kind === 'weekday');
  if (!isLeftOpen) return momentOf(context, time, { now }).iso;
  const slot = await control.call('GET', pathTo('fc', 'slots', reference));
  const lastProposed = instantOf(textField(proposals(slot).at(-1), 'proposedTime'), requestedTime(slot));
  return momentOf(context, time, { now, lastProposed }).iso;
}

/** The units of a purchase order that are delivered now: all that are not yet, without those that are `short`. */
async function deliveries(control: Control, number: string, short: readonly (readonly [string, string])[]) {
  const order = await control.call('GET', pathTo('fc', 'pos', number));
  const left = new Map<string, number>();
  for (const line of lines(order)) {
    const sku = textField(line, 'SKU') ?? '';
    const open = Math.max(0, (ordered(line) ?? 0) - (delivered(line) ?? 0));
    left.set(sku, (left.get(sku) ?? 0) + open);
  }
  for (const [sku, text] of short) {
    const expected = left.get(sku);
    const units = Number(text);
    if (expected === undefined) throw usageError(`--short: ${number} has no line for ${sku}`);
    if (!Number.isSafeInteger(units) || units < 0 || units > expected) {
      throw usageError(
        `--short ${sku}=${text} must be a whole number from 0 to ${expected}, the units still expected`,
      );
    }
    left.set(sku, expected - units);
  }
  return [...left].map(([SKU, units]) => ({ SKU, delivered: units }));
}
