import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { usageError } from '../../../errors.ts';
import type { Result } from '../../../render/result.ts';
import { fieldsOf, listIn, numberField, textField } from '../../../text/records.ts';
import { poBlocks } from '../../po/view.ts';
import { type Control, pathTo, withControl } from '../control.ts';
import type { receiveCommand } from '../control-definitions.ts';
import { viewed } from '../view.ts';

type ReceiveOptions = OptionsOf<typeof receiveCommand>;

/** As the warehouse, receives the goods of a purchase order. */
export async function run(context: CommandContext, { ref, short, partial }: ReceiveOptions): Promise<Result> {
  return withControl(context, async (control) => {
    const lines =
      short.length === 0 && !partial ? {} : { lines: deliveries(await openUnits(control, ref), short, ref) };
    const body = { ...lines, complete: partial !== true };
    return viewed(poBlocks, await control.call('POST', pathTo('fc', 'pos', ref, 'receive'), body));
  });
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
  short: ReceiveOptions['short'],
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
