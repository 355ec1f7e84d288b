import { orBack } from '../../cli/ask.ts';
import type { Prompts } from '../../cli/prompts.ts';
import { notA } from '../../cli/values.ts';
import { type KnownSku, likelySkus, sameButCase } from '../../client/api/lookups.ts';
import { present } from '../../text/records.ts';

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
  // `1,000` is a thousand and `2,5` is no quantity; no barcode is so short.
  if (/^\d{1,3}$/.test(barcode)) return undefined;
  const SKU = text.slice(0, at).trim();
  if (SKU === '' && barcode === '') return undefined;
  return { ...present({ SKU: SKU || undefined, barcode: barcode || undefined }), Quantity: Number(quantity) };
}

/** A line of a purchase order from an option's value. Throws a usage error that names the option. */
export function poItem(option: string, text: string): PoItem {
  const item = readItem(text);
  if (item !== undefined) return item;
  throw notA(option, text, 'SKU=QTY with a quantity of 1 or more', written);
}

type KnownSkus = ReadonlyMap<string, KnownSku>;

/** The SKUs of the account; empty if the inventory cannot be read. */
export type ReadSkus = () => Promise<KnownSkus>;

/** An item for people, to see whether it was meant: `40 × AC-TENT-2 (Two-person tent, 12 in stock so far)`, at the warehouse. */
export function itemText({ SKU, barcode, Quantity }: PoItem, skus: KnownSkus, warehouse: string | undefined) {
  const known = SKU === undefined ? undefined : skus.get(SKU);
  const units = known?.stock.get(warehouse ?? '');
  const stock = units === undefined ? `none at ${warehouse} so far` : `${units} in stock so far`;
  const about = [
    known?.title ?? '',
    SKU === undefined || barcode === undefined ? '' : `barcode ${barcode}`,
    known === undefined || known.stock.size === 0 ? '' : stock,
  ].filter((part) => part !== '');
  const name = SKU ?? `barcode ${barcode}`;
  return `${Quantity} × ${name}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}

/** Asks for items until the answer is empty; the list must not be. */
export async function askForItems(prompts: Prompts, skus: ReadSkus, before: readonly PoItem[] = []) {
  let items = [...before];
  for (;;) {
    const isEmpty = items.length === 0;
    const message = isEmpty ? 'First item, such as AC-TENT-2=40' : 'Next item; Enter when done';
    const validate = (value: string): true | string =>
      value.trim() === ''
        ? !isEmpty || 'at least one item is needed'
        : readItem(value) !== undefined || written;
    const ask = () => prompts.text({ message, validate });
    const text = items.length <= before.length ? await ask() : await orBack(ask, () => undefined);
    if (text === undefined) {
      items = items.slice(0, -1);
      continue;
    }
    const item = readItem(text);
    if (item === undefined) return items;
    const meant = await askWhatIsMeant(prompts, item, await skus());
    if (meant !== undefined) items = (await withItem(prompts, items, meant)) ?? items;
  }
}

const none = '-';

/** Asks for one item again, which keeps its place; `-` removes it. */
export async function askForItemAgain(
  prompts: Prompts,
  skus: ReadSkus,
  items: readonly PoItem[],
  at: number,
): Promise<PoItem[]> {
  const others = items.filter((_, index) => index !== at);
  const text = await prompts.text({
    message: `Which item, such as AC-TENT-2=40?${others.length === 0 ? '' : ` ${none} removes it`}`,
    validate: (value) =>
      (value.trim() === none && others.length > 0) || readItem(value) !== undefined || written,
  });
  const item = readItem(text);
  if (item === undefined) return others;
  const meant = await askWhatIsMeant(prompts, item, await skus());
  const changed = meant === undefined ? undefined : await withItem(prompts, others, meant, at);
  return changed ?? askForItemAgain(prompts, skus, items, at);
}

const again = 'again';

/** The item with the intended SKU; undefined to type it again. A barcode takes precedence over the SKU. */
async function askWhatIsMeant(prompts: Prompts, item: PoItem, skus: KnownSkus): Promise<PoItem | undefined> {
  const { SKU, barcode } = item;
  if (SKU === undefined || barcode !== undefined || skus.size === 0 || skus.has(SKU)) return item;
  const same = sameButCase(SKU, [...skus.keys()]);
  if (same !== undefined) return { ...item, SKU: same };
  // The first choice sends nothing, so that Enter alone does not order another product.
  const choices = [
    { value: again, name: 'type it again' },
    ...likelySkus(SKU, skus).map((value) => ({
      value,
      name: [value, skus.get(value)?.title].filter(Boolean).join(', '),
    })),
    { value: SKU, name: `${SKU}, as typed` },
  ];
  const message = `${SKU} is not in your inventory. Which SKU do you mean?`;
  const ask = () => prompts.choose({ message, choices });
  const answer = await orBack(ask, () => again);
  return answer === again ? undefined : { ...item, SKU: answer };
}

/** The list with one more item, at a place; asks about a SKU that is in it already. Undefined to type it again. */
async function withItem(prompts: Prompts, items: readonly PoItem[], item: PoItem, place = items.length) {
  const at = items.findIndex(({ SKU, barcode }) => SKU === item.SKU && barcode === item.barcode);
  const before = items[at];
  if (before === undefined) return items.toSpliced(place, 0, item);
  const sum = before.Quantity + item.Quantity;
  const name = item.SKU ?? `barcode ${item.barcode}`;
  const choices = [
    { value: again, name: 'type again' },
    { value: 'add', name: `add: ${sum} in all` },
    { value: 'replace', name: `replace: ${item.Quantity} in all` },
  ];
  const message = `${name} is already in the list, with a quantity of ${before.Quantity}. What now?`;
  const ask = () => prompts.choose({ message, choices });
  const answer = await orBack(ask, () => again);
  if (answer === again) return undefined;
  const Quantity = answer === 'add' ? sum : item.Quantity;
  return items.map((each, index) => (index === at ? { ...each, Quantity } : each));
}
