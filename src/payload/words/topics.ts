/**
 * Words of all languages by what they speak of, beside what the tables of the languages say of columns and values. Small letters, without accents; a hyphen behind a word makes it the
 * beginning of others: `approv-` is found in `approval` and in `approved`.
 */
const topics = {
  /** What lets an order go: a yes sends it, a no does not. */
  goAhead:
    'approv-, releas-, freigabe-, versandfreigabe-, freigegeben-, authori-, confirm-, valid-, accept-, allow-, ship, send, ready-, ok, physi-, fisic-, enviar-, versenden-',
  /** What may be over, or come to nothing: a suspicion, a quarrel. */
  dispute: 'fraud-, frod-, betrug-, disput-, claim-, reklam-, reclam-, incid-, litig-',
  /** That somebody takes an order back. */
  cancelling: 'cancel-, storn-, annul-, anul-, afbestel-, avbest-, avbok-, zrus-, rezygn-, desist-',
  /** That an order is not to go as it is: to wait, to be collected, to another address. */
  change:
    'wait-, wart-, attend-, esper-, wacht-, czek-, aguard-, vant-, hold, collecti-, abhol-, retir-, recog-, ritir-, ophal-, odbi-, recolh-, hamt-, dupli-, doppel-, doubl-, doppi-, dubbel-, podwoj-, instead-, statt-, make, before, until, erst, adr-, addr-, direcc-, indirizz-, endere-, pay-, zahl-, betal-',
  /** That something is to be in place of another. */
  instead:
    'instead, statt, stattdessen, anstatt, plutot, lieu, lugar, vez, invece, anziche, plaats, zamiast, istallet, misto',
  /** Who writes how to deliver, and not what has become of the order. */
  buyer: 'gift-, deliver-, customer-, buyer-, instruction-, liefer-, kunde-, kund, client-, klant-',
  /** That only a part has become of something. */
  part: 'part-, deels-, gedeelt-, teil-, parcial-, parzial-, czesciow-, delvis-',
  /** That goods need shipping. */
  need: 'requir-, need-, shippable-, physi-, fisic-',
  /** Days on which no order is sent: of goods, cards, people and invoices. */
  otherDay:
    'best-, expir-, ablauf-, mhd-, haltbar-, valid-, gultig-, warrant-, garant-, birth-, geburt-, card-, lot-, batch-, charge-, invoice-, payment-, pay-, zahl-',
  /** What has a number of its own, beside the order. */
  paper: 'po, purchase, transaction, request',
  invoice: 'invoice-, rechnung-, factur-, factuur-, fattur-, faktur-',
  /** Where goods lie. */
  location: 'location, standort, lagerort, emplacement, ubicacion, ubicazione, locatie',
  /** That a name, or an address, is another one for the parcel. */
  other:
    'alt-, other-, new, differ-, actual-, correct-, real-, right-, final-, end-, second-, attn-, att, care-, neighb-, collect-, receiv-, instead-, replac-, abweich-, ander-, neue-, zweit-, richtig-, autre-, nouv-, vrai-, otro-, nuev-, altr-, nuov-, vero, vera, nieuw-, juist-, inne-, inny-, nowa-, nowe-, nowy-, outr-, novo, nova, annan-, ratt-, jine-, jiny-',
  /** Where a parcel goes. */
  destination:
    'dest, destination, destino, destinazione, delivery, lieferung, livraison, entrega, consegna, bezorging, levering, dostawa, leverans',
  /** What kind of a place it is. */
  place: 'home-, domicil-, work-, office-, business-, residential-, commercial-, store-, shop-, address-',
  /** Of an address in some countries, and of the seller's own order in others: `Zone`, `Customer level`. */
  rank: 'zone, zona, level, sale, sales, sector, section, grade, tier',
  /** Before or behind the number of a flat. */
  flat: 'flat, apt, apartment, unit, suite, ste, no, nr, room, door, floor, level, top, stiege, tur, wohnung, whg, appt, appartement, etage, piso, puerta, apto, interno, scala, bus, lok, lokal, mieszkanie, lgh, andar',
  /** In a column `Title` beside the names of people: `Frau`, `Herr Dr.`. */
  salutation:
    'm, mr, mrs, ms, miss, mx, messrs, dr, prof, sir, madam, dame, lord, lady, rev, mme, mlle, monsieur, madame, mademoiselle, melle, herr, herrn, frau, fraulein, divers, familie, firma, med, ing, dipl, mag, sr, sra, srta, senor, senora, senorita, senhor, senhora, don, dona, dna, sig, ra, ssa, dott, signor, signore, signora, signorina, spett, egr, gent, dhr, mevr, mw, de, heer, mevrouw, pan, pani, panstwo, herra, fru, froken, frk, hr, pane, slecna, and, und, et, y, e, en, och, i',
  /** What a way of delivery begins with. */
  service: 'standard-, econom-, priorit-, next day-, same day-, tracked-, locker-',
  /** That something is still to come. */
  later:
    'yet, later, soon, asap, tomorrow, tba, follows, folgt, morgen, spater, bald, bientot, demain, manana, pronto, domani, presto, straks, wkrotce, jutro, amanha, breve, imorgon, snart',
  /** A parcel, or the paper on it. */
  parcel:
    'parcel-, package, packages, packet-, paket-, pakket-, colis, paczk-, bulto-, collo, colli, pacote-, kolli-, consign-, connote, shipment, label, etikett-, waybill',
  weight: 'weight-, gewicht-, poids, peso-, vikt-, waga, wag',
  /** Who makes the goods, or sells them to the seller. */
  maker:
    'suppl-, manufact-, herstell-, lieferant-, fabrican-, fabrik-, fournis-, proveed-, fornit-, leveranc-, producent-, brand-',
  /** The seller's own code at a marketplace. */
  offer: 'offer-, offre-, ofert-, angebot-, aanbod-, erbjud-',
  /** What describes goods. */
  description:
    'desc-, name-, bez-, beschr-, opis-, omschr-, titel-, title-, nom, nome-, nombre-, nazwa-, namn-',
  gift: 'gift, geschenk, cadeau, regalo, omaggio, prezent, present, presente, gave, gava, darek',
  /** A line of an order. */
  line: 'orderline, orderitem, lineitem, lineitems, line item, line items, line, lines, item, pos, position, positions, row, rows, zeile, zeilen, ligne, linea, riga, regel, orderregel, linha, pozycja, rad, orderrad, radek, polozka, rivi',
  /** What a quantity counts. */
  unit: 'qty-, quant-, unit-, menge-, stuck-, cant-, ilosc-, aantal-, antal-, pcs-, piece-',
  /** A unit of measure. */
  measure:
    'unit, units, uom, uo m, unit of measure, einheit, mengeneinheit, verkaufseinheit, me, eenheid, enhet, unite, unidad, unita, unidade, jednostka',
  /** A unit of measure that holds several pieces. */
  pack: 'box, boxes, bx, case, cases, cs, ctn, carton, cartons, crate, pack, packs, pk, pkt, packet, pallet, pallets, plt, pal, tray, outer, karton, kartons, krt, kiste, kisten, palette, paletten, ve, vpe, gebinde, packung, colis, caisse, caja, cajas, bulto, scatola, scatole, cartone, confezione, cf, doos, dozen, ds, opak, opakowanie, paleta, caixa, cx, kartong, kolli',
  /** A number of pieces, as a word. */
  dozen:
    'doz, dozen, dz, dzn, dutzend, dtz, douzaine, docena, dozzina, dozijn, tuzin, dussin, duzia, gross, gro, hundred, hundert, thousand, tausend, mille',
  /** What says for how many units a price is. */
  priceUnit:
    'price unit, price per, price basis, price base, price quantity, price qty, price multiplier, price factor, price divisor, priced per, per, pe, pro, je, par, por, za, preis einheit, preiseinheit, preis pro, preispro, preis je, preisje, preis menge, preismenge, preis basis, preisbasis, prijs eenheid, prijseenheid, prijs per, prijsper, pris enhet, prisenhet, pris per, prisper, unite de prix, unidad de precio, unita di prezzo, unidade de preco, jednostka ceny',
  /** That something is not so. */
  negation:
    'not, isnt, wasnt, cannot, never, without, nicht, kein, keine, ohne, nie, non, pas, jamais, sans, nunca, sin, senza, mai, niet, geen, zonder, bez, nao, sem, inte, ej, icke, utan, ikke',
  /** That something may be so, or come. */
  auxiliary:
    'can, may, should, shall, will, could, must, kann, darf, soll, sollte, wird, muss, werden, peut, doit, sera, puede, debe, podra, puo, deve, sara, kan, mag, moet, zal, wordt, moze, musi, powinno, pode, ska, skall, bor, far, ok, passed, bestanden',
  /** Says that a price has tax in it, or not. */
  taxed:
    'incl, inc, excl, exc, ex, including, excluding, with, without, inkl, exkl, zzgl, ttc, ht, hors, brutto, netto, gross, net',
  yes: 'yes, y, true, 1, ja, j, oui, o, si, s, tak, t, sim, x, ano, wahr, vrai, verdadero, vero, verdadeiro, waar, sant, sand, sann, prawda, pravda, tosi, igaz, adevarat, dogru, истина, да, kylla, igen, evet, ναι, da, はい, 是',
  no: 'no, n, none, null, nil, undefined, n a, not refunded, no refund, no refunds, norefunds, keine, aucun, ninguno, nessuno, geen, brak, ingen, nenhum, false, 0, nein, non, nao, nee, nie, nej, ne, falsch, faux, falso, onwaar, falskt, falsk, usann, falsz, nepravda, epatosi, hamis, fals, yanlis, yanlıs, ложь, нет, ei, nei, nem, nu, hayir, hayır, οχι, いいえ, 否',
  /** What a payment says before there is one, although an order with these words would be sent. */
  beforePayment:
    'new, open, opened, processing, in progress, neu, offen, in bearbeitung, nouveau, nouvelle, en cours, nuevo, procesando, en proceso, nuovo, in lavorazione, abierto, abierta, aberto, aberta, em aberto, nieuw, in behandeling, order, invoice, ny, oppen, authorised payment pending',
  /** That the seller ships an order. */
  ownWay:
    'merchant, seller, self, brand, vendor, retailer, partner, supplier, vendeur, marchand, vendedor, venditore, verkoper, handler, verkaufer, sprzedawca, us, me, mfn, fbm, fbr, vvb, sfp, own, manual, merchant fulfilled, seller fulfilled, fulfilled by merchant, fulfilled by seller, shipped by seller, no, saljare, mercado envios, mercado envios flex, mercado envios colecta',
  /** That another does. */
  marketplace:
    'afn, fba, wfs, fbt, fbc, fbb, lvb, zfs, fbe, castlegate, full, mercado envios full, amazon, walmart, tiktok, tik tok, tiktok shop, tik tok shop, temu, shein, cdiscount, octopia, bol, zalando, emag, ankorstore, kaufland, onbuy, manomano, ebay, allegro, otto, faire, wayfair, marketplace, yes',
  /** Who carries it, behind a word for shipping: `Delivered by`, `Bezorgd door`. */
  byWhom: 'by, von, durch, par, por, da, door, przez, av',
  /** In a name such as `Number of items`. */
  counting:
    'count, num, no, nr, number, nb, nbre, nombre, numero, n, anzahl, aantal, antal, liczba, pocet, cantidad, quantite, quantita, quantidade',
  counted:
    'items, lines, articles, products, skus, artikel, artikelen, artiklar, articulos, articoli, artigos, itens, produkte, produkter, producten, produits, productos, prodotti, produtos, produktow, polozek, positionen, posten, zeilen, lignes, lineas, righe, linhas, pozycji, regels, rader',
  /** Words for money and services that a shop lists among its goods; a compound ends in one: `Nachnahmegebühr`. */
  charge:
    'assembly, workshop, rental, hire, appointment, consultation, seminar, lesson, shipping, delivery, postage, freight, carriage, courier, handling, surcharge, insurance, warranty, donation, voucher, coupon, giftcard, egift, download, ebook, pdf, subscription, membership, installation, discount, rebate, rounding, contribution, offset, charity, engraving, wrap, wrapping, giftwrap, versand, lieferung, fracht, porto, gebuhr, gebuehr, kosten, zuschlag, aufschlag, pauschale, rabatt, nachlass, skonto, gutschein, pfand, nachnahme, versicherung, spende, trinkgeld, maut, dienstleistung, rundung, montage, entsorgung, verpackung, port, livraison, expedition, emballage, frais, transport, remise, reduction, ecoparticipation, participation, ecotaxe, assurance, consigne, remboursement, pourboire, supplement, envio, envoltorio, portes, gastos, reembolso, recargo, descuento, cupon, seguro, propina, tasa, comision, spedizione, spese, contrassegno, sconto, assicurazione, commissione, supplemento, mancia, trasporto, contributo, verzending, bezorging, toeslag, korting, cadeaubon, rembours, verzekering, statiegeld, bijdrage, wysylka, przesylka, dostawa, koszt, oplata, rabat, pobranie, kaucja, ubezpieczenie, kurier, frete, desconto, taxa, cobranca, frakt, fragt, avgift, gebyr, presentkort, gavekort, pant, postforskott, forsakring, levering, leverans, bidrag, leveranse, kostnad, doprava, postovne, dobirka, sleva, poplatek, toimitus, toimituskulut, postikulut, kulut, maksu, lahjakortti',
  /** Words that mean so only at the end of a title, or alone: `Credit card fee`, but not `Service plates`. */
  chargeAtEnd:
    'fee, fees, charge, charges, licence, license, service, services, deposit, tax, vat, tip, tips, credit, adjustment, express',
  /** Who carries parcels: a line with such a name is the way of shipping. */
  carrier:
    'dhl, ups, fedex, dpd, gls, hermes, evri, yodel, parcelforce, usps, tnt, postnl, bpost, postnord, colissimo, chronopost, correos, seur, inpost, packeta, zasilkovna, brt, bartolini, sda, mrw, nacex, ctt, zeleris, pocztex, bring, schenker, dachser, budbee, instabox, royal mail, la poste, mondial relay, deutsche post, poczta polska, poste italiane',
  /** What may stand behind the name of a carrier, whose name is that of a firm otherwise: `DHL Paket`, but not `MRW Motors`. */
  besideCarrier:
    'paket, parcel, express, ground, home, local, standard, tracked, next, day, uk, gb, de, fr, it, es, nl, pl, pt, se, reference, ref, number, no, id',
};

/** What words speak of. */
type Topic = keyof typeof topics;

interface Terms {
  readonly whole: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

const known = new Map<Topic, Terms>();

/** The words of a topic. Sorted out when it is first asked for. */
function termsOf(topic: Topic): Terms {
  const found = known.get(topic);
  if (found !== undefined) return found;
  const all = topics[topic].split(', ');
  const terms = {
    whole: new Set(all),
    beginnings: all.flatMap((term) => (term.endsWith('-') ? [term.slice(0, -1)] : [])),
  };
  known.set(topic, terms);
  return terms;
}

/** Whether a word, or a text of plain words, is of a topic. */
export function isOf(topic: Topic, text: string): boolean {
  const { whole, beginnings } = termsOf(topic);
  return whole.has(text) || beginnings.some((beginning) => text.startsWith(beginning));
}

/** Whether one of the words of a name is of a topic. */
export const haveWordOf = (topic: Topic, { words }: { readonly words: readonly string[] }): boolean =>
  words.some((word) => isOf(topic, word));

/** Whether a word ends in one of a topic's that has at least so many letters. */
export const endsInOneOf = (topic: Topic, word: string, shortest: number): boolean =>
  [...termsOf(topic).whole].some((end) => end.length >= shortest && word.endsWith(end));
