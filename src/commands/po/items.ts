import type { Prompts } from '../../cli/prompts.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { knownSkus, likelySkus } from '../../client/api/lookups.ts';
import type { Api } from '../../client/types.ts';
import { usageError } from '../../errors.ts';

/** One line of a purchase order, as the service takes it. */
export interface PoItem {
  readonly SKU?: string;
  readonly barcode?: string;
  readonly Quantity: number;
}

const written = 'write it as SKU=QTY, or SKU=QTY,BARCODE, for example AC-TENT-2=40';

/** Reads `SKU=QTY[,BARCODE]`; undefined for anything else. A SKU may contain `=`. */
function readItem(text: string): PoItem | undefined {
  const at = text.lastIndexOf('=');
  if (at === -1) return undefined;
  const [quantity = '', barcode = '', ...more] = text
    .slice(at + 1)
    .split(',')
    .map((part) => part.trim());
  if (!/^\d{1,9}$/.test(quantity) || Number(quantity) < 1 || more.length > 0) return undefined;
  const SKU = text.slice(0, at).trim();
  if (SKU === '' && barcode === '') return undefined;
  return {
    ...(SKU === '' ? {} : { SKU }),
    ...(barcode === '' ? {} : { barcode }),
    Quantity: Number(quantity),
  };
}

/** A line of a purchase order from an option's value. Throws a usage error that names the option. */
export function poItem(option: string, text: string): PoItem {
  const item = readItem(text);
  if (item !== undefined) return item;
  throw usageError(`${option} ${JSON.stringify(text)} is not SKU=QTY`, written);
}

/** Asks for one or more lines until the answer is empty. Asks again about a SKU that is not in the inventory. */
export async function askForItems(context: CommandContext, api: Api): Promise<PoItem[]> {
  const prompts = await context.deps.prompts();
  const items: PoItem[] = [];
  let known: ReadonlySet<string> | undefined;
  for (;;) {
    const text = await prompts.text({
      message: items.length === 0 ? 'First item (SKU=QTY)' : 'Next item (SKU=QTY; Enter when done)',
      validate: (value) => {
        if (value.trim() === '') return items.length > 0 || 'at least one item is needed';
        return readItem(value) !== undefined || written;
      },
    });
    const item = readItem(text);
    if (item === undefined) return items;
    known ??= await knownSkus(api);
    const meant = await askWhatIsMeant(prompts, item, known);
    if (meant !== undefined) items.push(meant);
  }
}

const again = 'again';

/** The item with the intended SKU; undefined to type it again. A barcode takes precedence over the SKU. */
async function askWhatIsMeant(
  prompts: Prompts,
  item: PoItem,
  known: ReadonlySet<string>,
): Promise<PoItem | undefined> {
  const { SKU, barcode } = item;
  if (SKU === undefined || barcode !== undefined || known.size === 0 || known.has(SKU)) return item;
  const same = [...known].filter((sku) => sku.toLowerCase() === SKU.toLowerCase());
  if (same.length === 1 && same[0] !== undefined) return { ...item, SKU: same[0] };
  const answer = await prompts.choose({
    message: `${SKU} is not in your inventory. Which SKU do you mean?`,
    choices: [
      ...likelySkus(SKU, known).map((value) => ({ value })),
      { value: again, name: 'type it again' },
      { value: SKU, name: `${SKU}, as typed` },
    ],
    discardTypedAhead: true,
  });
  return answer === again ? undefined : { ...item, SKU: answer };
}
