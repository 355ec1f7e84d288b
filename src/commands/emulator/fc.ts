import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime } from '../../cli/typed-times.ts';
import { usageError } from '../../errors.ts';
import type { Block, Result } from '../../render/result.ts';
import { type Fields, field, fieldsOf, listIn, numberField, textField } from '../../text/records.ts';
import { parseInstant } from '../../text/time/time.ts';
import type { TypedTime } from '../../text/time/typed-time.ts';
import { slotBlocks } from '../desk/slot-view.ts';
import { deliveryBlocks } from '../inbound/inbound.ts';
import { orderBlocks } from '../order/read.ts';
import { poBlocks } from '../po/view.ts';
import { type Control, pathTo, withControl } from './control.ts';
import type {
  confirmCommand,
  counterCommand,
  dispatchCommand,
  receiveCommand,
  receiveInboundCommand,
  statusCommand,
} from './control-definitions.ts';
import { viewed } from './view.ts';

/** Does something as the warehouse; shows the record as it is afterwards. */
async function act(
  context: CommandContext,
  control: Control,
  blocksOf: (record: Fields, now: number) => readonly Block[],
  [kind, reference, action]: readonly [kind: string, reference: string, action: string],
  body: Fields,
): Promise<Result> {
  return viewed(context, blocksOf, await control.call('POST', pathTo('fc', kind, reference, action), body));
}

/** Agrees to a slot. */
export async function confirm(
  context: CommandContext,
  { ref, time }: OptionsOf<typeof confirmCommand>,
): Promise<Result> {
  return withControl(context, async (control) => {
    const body = time === undefined ? {} : { time: await warehouseTime(context, control, ref, time) };
    return act(context, control, slotBlocks, ['slots', ref, 'confirm'], body);
  });
}

/** Proposes another time for a slot. */
export async function counter(
  context: CommandContext,
  { ref, time, comment }: OptionsOf<typeof counterCommand>,
): Promise<Result> {
  return withControl(context, async (control) => {
    const proposedTime = await warehouseTime(context, control, ref, time);
    const body = { proposedTime, ...(comment === undefined ? {} : { comment }) };
    return act(context, control, slotBlocks, ['slots', ref, 'counter'], body);
  });
}

/** Receives the goods of a purchase order. */
export async function receive(
  context: CommandContext,
  { ref, short, partial }: OptionsOf<typeof receiveCommand>,
): Promise<Result> {
  return withControl(context, async (control) => {
    const lines =
      short.length === 0 && !partial ? {} : { lines: deliveries(await openUnits(control, ref), short, ref) };
    return act(context, control, poBlocks, ['pos', ref, 'receive'], { ...lines, complete: partial !== true });
  });
}

/** Receives a legacy delivery. */
export async function receiveInbound(
  context: CommandContext,
  { number, client }: OptionsOf<typeof receiveInboundCommand>,
): Promise<Result> {
  return withControl(context, (control) =>
    act(
      context,
      control,
      deliveryBlocks,
      ['inbound', number, 'receive'],
      client === undefined ? {} : { client },
    ),
  );
}

/** Dispatches an order. */
export async function dispatch(
  context: CommandContext,
  { ref, client, tracking, carrier }: OptionsOf<typeof dispatchCommand>,
): Promise<Result> {
  const body = {
    ...(client === undefined ? {} : { client }),
    ...(carrier === undefined ? {} : { ShippingVendor: carrier }),
    ...(tracking === undefined ? {} : { TrackingNumber: tracking }),
  };
  return withControl(context, (control) =>
    act(context, control, orderBlocks, ['orders', ref, 'dispatch'], body),
  );
}

/** Gives an order another status. */
export async function changeStatus(
  context: CommandContext,
  { ref, status, client }: OptionsOf<typeof statusCommand>,
): Promise<Result> {
  const body = { Status: status, ...(client === undefined ? {} : { client }) };
  return withControl(context, (control) =>
    act(context, control, orderBlocks, ['orders', ref, 'status'], body),
  );
}

/**
 * The moment that `--time` means by the emulator's clock, in ISO 8601; echoed on standard error as understood. Throws a
 * usage error for text that is not a time, or a time that is past.
 */
async function warehouseTime(
  context: CommandContext,
  control: Control,
  reference: string,
  text: string,
): Promise<string> {
  const typed = readTime('--time', text);
  const now = parseInstant(textField(await control.call('GET', '/clock'), 'now') ?? '');
  const lastProposed = isLeftOpen(typed) ? await lastProposedTime(control, reference) : undefined;
  return momentOf(context, '--time', { typed, text }, { now, lastProposed }).iso;
}

/** Whether the day of a typed time depends on what was proposed before. */
const isLeftOpen = (typed: TypedTime): boolean =>
  typed.kind === 'local' && (typed.day === undefined || typed.day.kind === 'weekday');

/** The last time proposed for a slot, in milliseconds. Throws `not-found` for an unknown slot. */
async function lastProposedTime(control: Control, reference: string): Promise<number> {
  const slot = await control.call('GET', pathTo('fc', 'slots', reference));
  const { requestedTime, proposals } = fieldsOf(field(slot, 'schedule'));
  const proposed = textField(listIn(proposals).at(-1), 'proposedTime');
  return parseInstant(proposed ?? String(requestedTime));
}

/** Units not delivered yet, by SKU. */
async function openUnits(control: Control, number: string): Promise<Map<string, number>> {
  const { lines } = fieldsOf(await control.call('GET', pathTo('fc', 'pos', number)));
  const units = new Map<string, number>();
  for (const line of listIn(lines)) {
    const sku = textField(line, 'SKU') ?? '';
    const open = Math.max(0, (numberField(line, 'ordered') ?? 0) - (numberField(line, 'delivered') ?? 0));
    units.set(sku, (units.get(sku) ?? 0) + open);
  }
  return units;
}

function deliveries(
  open: Map<string, number>,
  short: OptionsOf<typeof receiveCommand>['short'],
  number: string,
): { SKU: string; delivered: number }[] {
  const left = new Map(open);
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
  return [...left].map(([SKU, delivered]) => ({ SKU, delivered }));
}
