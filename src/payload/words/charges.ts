import { wordsOfText } from './names.ts';

/** Words for money and services that a shop lists among its goods; a compound ends in one: `Nachnahmegebühr`. */
const charges = new Set(
  (
    'assembly,workshop,rental,hire,appointment,consultation,seminar,lesson,shipping,delivery,postage,freight,carriage,courier,handling,surcharge,insurance,warranty,donation,' +
    'voucher,coupon,giftcard,egift,download,ebook,pdf,subscription,membership,installation,' +
    'discount,rebate,rounding,contribution,offset,charity,engraving,wrap,wrapping,giftwrap,' +
    'versand,lieferung,fracht,porto,gebuhr,gebuehr,kosten,zuschlag,aufschlag,pauschale,rabatt,nachlass,skonto,gutschein,pfand,' +
    'nachnahme,versicherung,spende,trinkgeld,maut,dienstleistung,rundung,montage,entsorgung,verpackung,' +
    'port,livraison,expedition,emballage,frais,transport,remise,reduction,ecoparticipation,participation,ecotaxe,assurance,consigne,' +
    'remboursement,pourboire,supplement,' +
    'envio,envoltorio,portes,gastos,reembolso,recargo,descuento,cupon,seguro,propina,tasa,comision,' +
    'spedizione,spese,contrassegno,sconto,assicurazione,commissione,supplemento,mancia,trasporto,contributo,' +
    'verzending,bezorging,toeslag,korting,cadeaubon,rembours,verzekering,statiegeld,bijdrage,' +
    'wysylka,przesylka,dostawa,koszt,oplata,rabat,pobranie,kaucja,ubezpieczenie,kurier,' +
    'frete,desconto,taxa,cobranca,' +
    'frakt,fragt,avgift,gebyr,presentkort,gavekort,pant,postforskott,forsakring,levering,leverans,bidrag,leveranse,kostnad,' +
    'doprava,postovne,dobirka,sleva,poplatek,toimitus,toimituskulut,postikulut,kulut,maksu,lahjakortti'
  ).split(','),
);
/** Words that mean so only at the end of a title, or alone: `Credit card fee`, but not `Service plates`. */
const atEnd = new Set(
  'fee,fees,charge,charges,licence,license,service,services,deposit,tax,vat,tip,tips,credit,adjustment,express'.split(
    ',',
  ),
);
/** Who carries parcels: a line with such a name is the way of shipping. */
const carriers = new Set(
  'dhl,ups,fedex,dpd,gls,hermes,evri,yodel,parcelforce,usps,tnt,postnl,bpost,postnord,colissimo,chronopost,correos,seur,inpost,packeta,zasilkovna,brt,bartolini,sda,mrw,nacex,ctt,zeleris,pocztex,bring,schenker,dachser,budbee,instabox,royal mail,la poste,mondial relay,deutsche post,poczta polska,poste italiane'.split(
    ',',
  ),
);
const phrases =
  /\b(?:royal mail|mondial relay|tip for|charge for|fee for|(?:package|parcel|shipping|order|route) protection|gift card|gift voucher|contra reembolso)\b/;

/** What may stand behind the name of a carrier, whose name is that of a firm otherwise: `DHL Paket`, but not `MRW Motors`. */
const besideCarrier = new Set(
  'paket,parcel,express,ground,home,local,standard,tracked,next,day,uk,gb,de,fr,it,es,nl,pl,pt,se,reference,ref,number,no,id'.split(
    ',',
  ),
);

/** Whether a text is the name of a carrier: `DHL Paket`, `Royal Mail`. */
export const isCarrier = (text: string): boolean => {
  const words = wordsOfText(text);
  const length = [1, 2].find((count) => carriers.has(words.slice(0, count).join(' ')));
  return length !== undefined && words.slice(length).every((word) => besideCarrier.has(word));
};

/** The shortest word that ends a compound. */
const shortest = 5;

/** Whether a title or a SKU may be that of a charge, a service or a file, and no goods: `Standard delivery`, `DHL Paket`. */
export function mayBeCharge(text: string): boolean {
  const words = wordsOfText(text);
  const isCharge = (word: string): boolean =>
    charges.has(word) || [...charges].some((end) => end.length >= shortest && word.endsWith(end));
  return (
    atEnd.has(words.at(-1) ?? '') ||
    words.some((word) => carriers.has(word) || isCharge(word)) ||
    phrases.test(words.join(' '))
  );
}
