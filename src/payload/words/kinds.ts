import type { Concept } from './language.ts';
import { type ColumnName, columnName } from './names.ts';
import { isOf } from './topics.ts';

/** Kinds of columns that have a part of the lines of an address, beside its street. */
export const partKinds = [
  ...(['houseNumber', 'addition', 'extra', 'apartment', 'building', 'floor', 'suburb'] as const),
];

/** What a column is, as its name says. */
export type Kind =
  // Of the order.
  | ('reference' | 'bareReference' | 'received' | 'dispatchBy' | 'currency' | 'warehouse')
  // Of people and places.
  | ('name' | 'first' | 'middle' | 'last' | 'company' | 'phone' | 'email')
  | ('street' | (typeof partKinds)[number] | 'town' | 'region' | 'postcode' | 'country')
  // Of a line.
  | ('sku' | 'articleNumber' | 'barcode' | 'title' | 'quantity' | 'less' | 'toShip' | 'price' | 'total')
  | ('parent' | 'lineId' | 'pack' | 'handled')
  // Goods beside those of the line, and what is made of these for one buyer.
  | ('further' | 'personal')
  // What has become of the order or the line.
  | ('status' | 'state' | 'payment' | 'type' | 'mark' | 'shipDate' | 'shipment' | 'tracking' | 'method')
  | ('done' | 'notBefore' | 'deliveryDate')
  | ('whoShips' | 'notGoods' | 'note' | 'refundedMoney' | 'owed' | 'requested')
  // One of two columns of the same name.
  | 'twice'
  // Totals of the order, and what no order needs.
  | ('orderTotal' | 'orderQuantity' | 'cost' | 'aside' | 'unknown');

/** Whose a column is, as its name says. */
export type Side = 'delivery' | 'billing' | 'buyer' | 'seller' | undefined;

type Has = ColumnName['has'];

const states: readonly Concept[] = ['shipped', 'cancelled', 'refunded', 'paid', 'held', 'collected'];
const addressParts = [
  ...(['country', 'postcode', 'town', 'region', 'suburb', 'floor', 'apartment', 'building'] as const),
  ...(['addition', 'houseNumber', 'extra', 'company', 'middle', 'first', 'last'] as const),
];

/** What a column of money is. */
function kindOfMoney({ has, words }: ColumnName): Kind {
  if (has('refunded')) return has('price') ? 'aside' : 'refundedMoney';
  // `Price after discount`, `Special price` and `Paid price` may be what was paid.
  const isOfSum = has('amount', 'total', 'tax', 'cost', 'minor', 'date', 'delivery', 'dispatch');
  const isReduction = /\b(?:price|preis|pris|cena) (?:discount|rabatt?)$/.test(words.join(' '));
  if (has('price') && has('discount', 'paid') && !isOfSum && !isReduction) return 'price';
  // `Total shipped` counts, or is the money.
  const isState =
    has('shipped', 'cancelled') && has('total') && !has('amount', 'price', 'cost', 'tax', 'line');
  if (isState && !has('discount', 'delivery', 'order')) return 'mark';
  if (has('tax', 'discount', 'shipped', 'cancelled', 'handled')) return 'aside';
  if (has('paid'))
    return has('amount', 'total') && !has('delivery', 'line', 'price', 'cost') ? 'mark' : 'aside';
  const isOwed = has('open', 'due') || words.some((word) => /^(?:balance|saldo|solde)$/.test(word));
  if (has('amount', 'total') && isOwed && !has('line', 'price', 'cost')) return 'owed';
  if ((has('price') && has('otherPrice')) || (has('cost') && has('line', 'unit'))) return 'price';
  // `Valor unitário`.
  if (has('amount') && has('unit') && !has('total', 'cost')) return 'price';
  if (has('cost') || (has('delivery', 'dispatch') && !has('line'))) return 'cost';
  const total = has('order') && !has('line') ? 'orderTotal' : 'total';
  if (has('total')) return total;
  if (has('price')) return 'price';
  return has('amount') && has('due') ? 'aside' : total;
}

/** What a column of a time is. */
function kindOfTime(has: Has): Kind {
  if (has('requested', 'note')) return 'aside';
  if (has('due', 'expected')) return has('dispatch') ? 'dispatchBy' : 'aside';
  if (has(...states)) return 'mark';
  if (has('dispatch')) return 'shipDate';
  if (has('delivery')) return 'deliveryDate';
  return has('date', 'created') && !has('modified', 'billing', 'handled') ? 'received' : 'aside';
}

/** What a column of an order's or a line's number is. */
function kindOfNumber({ has, number, words }: ColumnName): Kind {
  if (has('dispatch') && has('number', 'id') && !has('order', 'line', 'address', 'billing'))
    return 'shipment';
  if (has('line', 'parent') && has('order') && !has('itemReference')) return 'lineId';
  if (has('line')) return has('id') ? 'lineId' : 'articleNumber';
  if (has('unit')) return 'lineId';
  if (has('order') && number === undefined) return has('buyer') ? 'bareReference' : 'reference';
  if (has('reference', 'itemReference')) return has('buyer', 'billing') ? 'aside' : 'bareReference';
  if (has('buyer', 'delivery', 'billing', 'seller', 'payment', 'aside')) return 'aside';
  return words.length === 1 ? 'reference' : 'lineId';
}

/** `Last`, `Ship last`: a person's name, and no time. */
const isLastName = ({ has, only, unknown }: ColumnName): boolean =>
  has('last') &&
  unknown.length === 0 &&
  only('last', 'modified', 'buyer', 'delivery', 'dispatch', 'addressee', 'billing', 'noise');

const countedBefore = new Set('item line product article artikel positionen posten produkte'.split(' '));
const compounds = new Set('artikelanzahl positionsanzahl postenanzahl produktanzahl zeilenanzahl'.split(' '));
const between = new Set('of de di d der order line'.split(' '));

/** Whether a name is that of a count of lines, `Number of items`: it is the order's, where all its lines have the same. */
function countsLines({ words }: ColumnName): boolean {
  const [first = '', ...rest] = words.filter(
    (word, at) => !between.has(word) || (word === 'line' && at === 0),
  );
  const [second = '', ...more] = rest;
  if (second === '') return compounds.has(first);
  const isBefore = countedBefore.has(first) && (second === 'count' || second === 'anzahl');
  return more.length === 0 && (isBefore || (isOf('counting', first) && isOf('counted', second)));
}

/** `Merchant article number` is what the seller calls the goods. */
const isOwnArticle = (has: Has): boolean => has('seller') && has('line') && has('number', 'code', 'id');

/** What calls a line, of an address or of an order. */
export const bareLine = /^(?:line|zeile|ligne|linea|riga|regel|rad|linha|linia)$/;

/** `Extra item` and `Free goods`, but not `Extra address` and `Add-on SKU`, which has a quantity of its own. */
const isFurther = ({ has, words }: ColumnName): boolean =>
  (has('further') || (has('extra') && has('line', 'title') && !words.some((word) => bareLine.test(word)))) &&
  !has('sku', 'id', 'parent', 'date', 'delivery') &&
  !has('address', 'street', 'houseNumber', 'company', 'email', 'phone');

/** Stems of what is engraved or stitched: `Prénom à graver`, `Tekst graweru`. */
const ofMaking =
  /^(?:engrav|grav(?:ur|er|ar|ier|ac|yr)|grabad|incisi|grawer|embroid|broder|brodyr|bordad|borduu|ricam|haft$|monogram|vysivk)/;

/** What calls a text: `Delivery info` is nobody's name. */
export const ofTexts = /^(?:info|infos|information|informationen|informations|details?|data|text)$/;

/** Stems of messages and papers: what becomes of them is not what becomes of the order. */
const ofMessages =
  /^(?:invoice|receipt|card$|dankes?|thank|catalog|katalog|muster|sample|leaflet|flyer|review|newsletter|sms$|remind|erinner|confirmation|bestatigung|confirmac|conferma|bevestiging|potwierdz|tarjeta|carte$|cartao|bigliett|kart[ae]?$|kartk|kort$|kaart|recension|recenzj|resena|avis$|dankeskarte)/;
/** Of the orders that a buyer has placed so far: `Shipped orders count`, `Previous orders cancelled`. */
const ofHistory =
  /^(?:orders|lifetime|bestellungen|commandes|pedidos|ordini|bestellingen|zamowien|encomendas)$/;

/** Whether a name speaks of a message, a paper, a carrier or other orders, and not of what has become of this order. */
export function isBesideOrder({ has, words }: ColumnName): boolean {
  if (!has('shipped', 'cancelled', 'refunded', 'requested')) return false;
  if (words.some((word) => ofHistory.test(word))) return true;
  if (has('cancelled', 'refunded', 'tracking', 'date', 'status')) return false;
  if (has('shipped') && isOf('byWhom', words.at(-1) ?? '')) return true;
  const isMessage = has('billing', 'email') || words.some((word) => ofMessages.test(word));
  // `Shipping confirmation sent` says that the order is shipped.
  const others = words.filter((word) => !columnName(word).has('shipped', 'requested')).join(' ');
  return isMessage && !columnName(others).has('order', 'delivery', 'dispatch', 'quantity', 'line');
}

/** A message, a wish, or what becomes of the order. */
function kindOfEvent(named: ColumnName): Kind | undefined {
  const { has, words } = named;
  if (isLastName(named)) return 'last';
  if (isBesideOrder(named)) return 'aside';
  const isMessage = has('billing', 'aside', 'email') && !has('cancelled', 'refunded');
  if (has('requested') && (has('cancelled') || (!isMessage && !has('expected', 'sku', 'id', 'number'))))
    return 'requested';
  if (has('cancelled', 'refunded') && has('note', 'type') && !has('quantity')) return 'mark';
  // `Return tracking number` is that of the label for a parcel that comes back.
  if (has('tracking')) return has('refunded') ? 'aside' : 'tracking';
  if (has('notBefore')) return 'notBefore';
  if (has('done') && !has('amount', 'total', 'price', 'quantity', 'line')) return 'done';
  return words.includes('label') && !has('title', 'line', 'sku', 'address') ? 'shipment' : undefined;
}

/** What comes with the order beside its goods, what is written to somebody, and what no order needs. */
function kindOfExtra(named: ColumnName): Kind | undefined {
  const { has, words } = named;
  const isOfShipping = has('status') && has('delivery', 'dispatch');
  const isOfMoney = has('price', 'cost', 'total', 'amount', 'tax');
  const isPersonal = (has('personal') && !has('aside')) || words.some((word) => ofMaking.test(word));
  if (isPersonal && !isOfMoney && !has('sku', 'date', 'id', 'quantity', 'status')) return 'personal';
  if (isFurther(named) && !isOfMoney && !has('aside', 'quantity', 'note', 'status')) return 'further';
  if (has('aside') && !has(...states) && !isOfShipping && !has('sku', 'quantity', 'parent')) return 'aside';
  if (has('note')) return 'note';
  if (has('email')) return 'email';
  if (has('phone')) return 'phone';
  if (has('salutation')) return 'aside';
  return has('notGoods') ? 'notGoods' : undefined;
}

/** In what state the order is, who ships it, and how. */
function kindOfStatus({ concepts, has, unknown }: ColumnName): Kind | undefined {
  if (has('payment') && !has('method') && (has('status', 'state') || concepts.size === 1)) return 'payment';
  // `Kundenstatus: Gold`, `Tax status: taxable`.
  if (has('status') && has('buyer', 'tax') && !has('order')) return 'aside';
  if (has('status')) return has('paid') ? 'payment' : 'status';
  if (has('state') && has('order') && !has('delivery', 'billing', 'buyer', 'name')) return 'status';
  if (has('carrier')) return 'aside';
  if (has('whoShips') && !has('date', 'quantity') && unknown.length === 0) return 'whoShips';
  return has('method') ? (has('payment') ? 'aside' : 'method') : undefined;
}

/** What a column of units is. */
function kindOfUnits(named: ColumnName): Kind {
  const { has, words } = named;
  if (has('held')) return 'mark';
  if (has('shipped', 'cancelled', 'refunded')) return 'less';
  if (has('open')) return 'toShip';
  if (has('handled', 'aside')) return 'aside';
  if (countsLines(named)) return 'orderQuantity';
  // `Quantité par article`.
  if (has('line') && words.some((word) => /^(?:par|per|pro|por|je)$/.test(word))) return 'pack';
  return has('order', 'total') && !has('line', 'ordered', 'created') ? 'orderQuantity' : 'quantity';
}

/** What kind a line is of, and how many units. */
function kindOfLine(named: ColumnName): Kind | undefined {
  const { has } = named;
  if (has('parent')) return 'parent';
  if (has('type')) return has('payment', 'buyer', 'tax') ? 'aside' : 'type';
  if (has('pack')) return 'pack';
  if (has('kind')) return 'aside';
  const isStateOfLine =
    has('line') &&
    has('shipped', 'cancelled', 'refunded', 'held') &&
    !has('id', 'number', 'date', 'amount', 'total', 'price');
  if ((has('quantity') && !has('price', 'discount')) || isStateOfLine) return kindOfUnits(named);
  return has('open') && !has('amount', 'total', 'price', 'date') ? 'toShip' : undefined;
}

/** Money, and times. */
function kindOfAmount(named: ColumnName): Kind | undefined {
  const { has } = named;
  const isTaxDate = has('tax') && has('date') && !has('price', 'total', 'amount');
  if (has('minor', 'price', 'total', 'amount', 'tax', 'discount', 'cost') && !isTaxDate)
    return kindOfMoney(named);
  if (has('currency')) return 'currency';
  const isTime = has('date', 'clock', 'created', 'due', 'expected', 'modified');
  return isTime && !has('name', 'region', 'sku') ? kindOfTime(has) : undefined;
}

/** What has happened to the order, and what calls the goods. */
function kindOfGoods({ has }: ColumnName): Kind | undefined {
  // Where returns go.
  if (has('refunded') && has('address', 'street', 'town', 'postcode', 'country', 'name')) return 'aside';
  if (has(...states)) return 'mark';
  if (has('handled')) return 'aside';
  if (has('sku')) return 'sku';
  if (has('warehouse')) return 'warehouse';
  // `Barcode verzending` is that of the parcel.
  if (has('barcode')) return has('dispatch') && !has('line', 'sku') ? 'shipment' : 'barcode';
  if (isOwnArticle(has)) return 'articleNumber';
  if (has('seller')) return 'aside';
  return has('state') ? 'state' : undefined;
}

/** A part of an address. */
function kindOfPlace({ has, number, words }: ColumnName): Kind | undefined {
  if (has('houseNumber') && has('extra')) return 'addition';
  const part = addressParts.find((each) => has(each));
  // `Bestellzusatz` is of the order.
  if (part !== undefined) return part === 'extra' && has('order') ? 'note' : part;
  if (!has('street', 'address')) return undefined;
  if (has('number') && !has('street')) return 'houseNumber';
  // `Contact address` is an address, and `Address name` what somebody calls one.
  const isContact = words.includes('contact') && !words.includes('name');
  if (has('name') && !has('street') && !isContact) return 'name';
  return number !== undefined && number > 1 ? 'extra' : 'street';
}

/** What has a number, a title or a name, or only says whose it is. */
function kindOfNamed(named: ColumnName): Kind | undefined {
  const { has, number, unknown, words } = named;
  if (has('variant')) return 'aside';
  if (has('number', 'id', 'code', 'reference', 'itemReference')) return kindOfNumber(named);
  // `Intitulé client` is the client's.
  const isOfGoods = has('line', 'sku') || words.some((word) => /^(?:prod|item|art|goods|ware)/.test(word));
  if (has('title') && (isOfGoods || !has('buyer', 'billing'))) return 'title';
  if (has('name')) return has('line') ? 'title' : has('order', 'payment') ? 'unknown' : 'name';
  // A word that nobody knows may make it anything: `Delivery slot`, `Customer tier`.
  if (has('buyer', 'delivery') && unknown.length > 0) return 'unknown';
  // `Customer PO` is the buyer's own number.
  if (has('buyer')) return words.some((word) => word === 'po' || word === 'purchase') ? 'aside' : 'name';
  if (has('order') && number === undefined) return 'reference';
  if (has('line') && !has('delivery', 'billing')) return 'title';
  // `Ship line 2`.
  if (has('line') && number !== undefined && words.some((word) => bareLine.test(word)))
    return number > 1 ? 'extra' : 'street';
  if (has('delivery') && words.some((word) => ofTexts.test(word))) return 'note';
  // A recipient is a person; `Shipping` alone may be a cost or a method.
  return has('delivery') ? (has('dispatch') && !has('addressee') ? 'cost' : 'name') : undefined;
}

/** What a column is, by the concepts of its name; what stands earlier here takes precedence. */
export const kindOf = (named: ColumnName): Kind =>
  kindOfEvent(named) ??
  kindOfExtra(named) ??
  kindOfStatus(named) ??
  kindOfLine(named) ??
  kindOfAmount(named) ??
  kindOfGoods(named) ??
  kindOfPlace(named) ??
  kindOfNamed(named) ??
  'unknown';

/** Whose a column is, by the concepts of its name. */
export function sideOf({ has, words }: ColumnName): Side {
  if (has('seller') && !has('sku') && !isOwnArticle(has)) return 'seller';
  // An invoice has a number and a date like an order, and an address that is the payer's.
  const isOfInvoice = words.includes('invoice') && has('name', 'street', 'address', ...addressParts);
  if (has('billing') || isOfInvoice) return 'billing';
  if (has('delivery', 'dispatch')) return 'delivery';
  return has('buyer') ? 'buyer' : undefined;
}
