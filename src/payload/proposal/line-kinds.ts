import { plainName } from './column-names.ts';

const list = (text: string): readonly string[] => text.split(', ');

const kindName =
  / (?:(?:item|line|lineitem|product|position|row|article) (?:type|kind|typ)|positionstyp|positionsart|zeilentyp|artikeltyp|type de ligne|type d article|tipo de articulo|tipo de linea|tipo articolo|tipo riga|tipo de artigo|typ pozycji|typ polozky) /;

/** What shops call a line with goods. */
const goods = new Set(
  list(
    'product, item, line item, simple, physical, goods, article, artikel, variation, variant, variable, configurable, ' +
      'produit, producto, prodotto, produto, towar, produkt, ware, stock item',
  ),
);

/** What shops call a line for money or for something that is not shipped, also as its title or SKU. */
const charges = new Set(
  list(
    'shipping, shipping fee, shipping cost, shipping costs, shipping charge, shipping charges, delivery, delivery fee, delivery charge, postage, ' +
      'postage and packaging, carriage, handling, handling fee, versand, versandkosten, versandposition, porto, frais de port, frais de livraison, ' +
      'gastos de envio, spese di spedizione, portes, portes de envio, verzendkosten, koszt wysylki, wysylka, ' +
      'discount, discount coupon, volume discount, coupon, voucher, gift voucher, gift card, giftcard, promotion, rabatt, gutschein, remise, descuento, desconto, ' +
      'sconto, korting, rabat, fee, payment fee, cod fee, surcharge, tip, donation, insurance',
  ),
);

/** Further kinds of lines that are not shipped; a product may be called so. */
const kinds = new Set(
  list(
    'digital, virtual, download, downloadable, service, billing, payment, zahlungsposition, tax, vat, comment, text',
  ),
);

/** The usual kinds of lines that are not shipped, which a later file may have. */
export const usualCharges: readonly string[] = list('shipping, discount, gift card, fee');

/** Whether a column's plain name says that it may hold the kinds of lines. */
export const saysKind = (name: string): boolean => kindName.test(` ${name} `);

/** Whether a title or a SKU says that the line is a charge, such as `Versandkosten` or `SHIPPING1`. */
export const isCharge = (cell: string): boolean => charges.has(plainName(cell).replace(/ \d{1,3}$/, ''));

/** Whether a kind of line needs shipping; undefined for an unknown kind. */
export function isKindOfGoods(cell: string): boolean | undefined {
  const name = plainName(cell);
  if (isCharge(cell) || kinds.has(name)) return false;
  return goods.has(name) ? true : undefined;
}
