import { meaningsOf, plainName } from './column-names.ts';

const names =
  'dhl,ups,dpd,fedex,royal mail,evri,hermes,yodel,gls,tnt,parcelforce,usps,amazon logistics,amazon shipping,chronopost,colissimo,' +
  'la poste,mondial relay,relais colis,postnl,bpost,correos,seur,mrw,poste italiane,bartolini,brt,sda,inpost,poczta polska,' +
  'packeta,ppl,an post,deutsche post,swiss post,die post,osterreichische post,postnord,canada post,australia post';
const carriers = names.split(',');

/** Whether a cell names a carrier, as `DHL Paket`, rather than a buyer's company. */
export function isCarrier(cell: string): boolean {
  const name = plainName(cell);
  return carriers.some((carrier) => name === carrier || name.startsWith(`${carrier} `));
}

const parts = new Set(['Address1', 'Town', 'PostCode']);

/**
 * Whether a column such as `Shipping company` is part of an address: no other part bears the same word, it is the
 * carrier's name.
 */
export function isCompanyOfAddress(name: string, all: readonly string[]): boolean {
  const word = / company$| company name$/.test(plainName(name)) ? plainName(name).split(' ')[0] : 'company';
  if (word === 'company') return true;
  return all.some(
    (other) =>
      ` ${plainName(other)} `.includes(` ${word} `) &&
      meaningsOf(other).some(({ meaning }) => parts.has(meaning)),
  );
}
