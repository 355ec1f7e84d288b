import { meanings, type ValueMeaning } from './language.ts';
import { columnName, languages, plainWords, wordsOf } from './names.ts';

let table: ReadonlyMap<string, ValueMeaning> | undefined;

/** The meaning of each word of any language; the first language goes first. */
function words(): ReadonlyMap<string, ValueMeaning> {
  if (table !== undefined) return table;
  const made = new Map<string, ValueMeaning>();
  for (const { values } of languages)
    for (const meaning of meanings)
      for (const word of wordsOf(values[meaning])) if (!made.has(word)) made.set(word, meaning);
  table = made;
  return made;
}

/** In small letters, and without the number before it, as in `[8] Storniert`. */
const spelt = (value: string): string => plainWords(value.replace(/^\s*\[[\d.]{1,6}\] ?/, ''));

/** What the value of a status or a type says about sending; undefined for words that no language knows. */
export const valueMeaning = (value: string): ValueMeaning | undefined => words().get(spelt(value));

const yes = new Set(
  'yes,y,true,1,ja,j,oui,o,si,s,tak,t,sim,x,ano,wahr,vrai,verdadero,vero,sant,prawda'.split(','),
);
const no = new Set('no,n,false,0,nein,non,nao,nee,nie,nej,ne,falsch,faux,falso,falskt'.split(','));

/** Whether a value is a yes or a no; undefined if it is neither. `✓` and other signs are a yes. */
export function yesOrNo(value: string): 'yes' | 'no' | undefined {
  const word = plainWords(value);
  if (/^[✓✔☑]$/u.test(value.trim()) || yes.has(word)) return 'yes';
  return no.has(word) || /^[-–✗✘]$/u.test(value.trim()) ? 'no' : undefined;
}

/** What a payment says before there is one, although an order with these words would be sent. */
const beforePayment = new Set(
  (
    'new,open,opened,processing,in progress,neu,offen,in bearbeitung,nouveau,nouvelle,en cours,nuevo,procesando,en proceso,' +
    'nuovo,in lavorazione,nieuw,in behandeling,order,invoice,ny,oppen,authorised payment pending'
  ).split(','),
);

/** What a payment status says: an open payment is not made yet, and a completed one is. */
export function paymentMeaning(value: string): ValueMeaning | undefined {
  const answer = yesOrNo(value);
  if (answer !== undefined) return answer === 'yes' ? 'send' : 'unpaid';
  const meaning = valueMeaning(value);
  if (meaning === 'fulfilled') return 'send';
  return meaning === 'send' && beforePayment.has(spelt(value)) ? 'unpaid' : meaning;
}

/** A text without the digits at its end. */
function withoutNumber(text: string): string {
  let end = text.length;
  while (end > 0 && /\d/.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Whether a title, or a SKU, is that of a charge and no goods: `Versandkosten`, `SHIPPING1`, `Discount`. */
export function isCharge(value: string): boolean {
  const meaning = valueMeaning(withoutNumber(value));
  if (meaning === 'not-goods') return true;
  if (value.trim() === '') return false;
  const { concepts, unknown } = columnName(value);
  const isMoney = (['delivery', 'cost', 'discount', 'tax'] as const).some((concept) => concepts.has(concept));
  const goods = (['title', 'line', 'price', 'sku', 'variant', 'name', 'aside', 'date'] as const).some(
    (concept) => concepts.has(concept),
  );
  return isMoney && !goods && unknown.length === 0;
}

/** Whether a text is what a row of totals has in place of an order: `Gesamt:`, `Razem`, `Grand total`. */
export function isTotal(text: string): boolean {
  const { concepts, unknown } = columnName(text);
  return (
    concepts.has('total') && unknown.length === 0 && [...concepts].every((concept) => totalWords.has(concept))
  );
}
const totalWords: ReadonlySet<string> = new Set(['total', 'amount', 'noise', 'order', 'quantity']);

const sellers =
  'merchant,seller,self,brand,vendor,retailer,partner,supplier,vendeur,marchand,vendedor,venditore,verkoper,handler,verkaufer,sprzedawca,us,me,mfn,fbm,fbr,vvb,sfp,own,manual,merchant fulfilled,seller fulfilled,fulfilled by merchant,fulfilled by seller,shipped by seller,no,saljare,mercado envios,mercado envios flex,mercado envios colecta';
const ownWays = new Set(sellers.split(','));
const marketplaces = new Set(
  'afn,fba,wfs,fbt,fbc,fbb,lvb,zfs,fbe,castlegate,full,mercado envios full,amazon,walmart,tiktok,tik tok,tiktok shop,tik tok shop,temu,shein,cdiscount,octopia,bol,zalando,emag,ankorstore,kaufland,onbuy,manomano,ebay,allegro,otto,faire,wayfair,marketplace,yes'.split(
    ',',
  ),
);
/** `Fulfilled by Amazon`, `Amazon warehouse`. */
const before = /^(?:fulfill?ed|fulfill?ment|shipped|expedie par|versand durch) (?:by )?/;
const behind = / (?:fulfill?ed|fulfill?ment|warehouse|logistics|logistique)$/;

/** Who ships an order: the seller, or a marketplace; undefined if the value does not say. */
export function whoShips(value: string): 'seller' | 'marketplace' | undefined {
  const word = plainWords(value);
  if (ownWays.has(word)) return 'seller';
  return marketplaces.has(word.replace(before, '').replace(behind, '')) ? 'marketplace' : undefined;
}
