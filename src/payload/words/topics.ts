/**
 * Words of all languages by what they speak of, for the questions of a proposal; whatever says what a column is, or what
 * a value means, is in the tables of the languages. Small letters, without accents; a hyphen behind a word makes it the
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
    'alt-, other-, actual-, correct-, real-, right-, final-, end-, second-, attn-, att, care-, neighb-, collect-, receiv-, instead-, replac-, abweich-, ander-, neue-, zweit-, richtig-, autre-, nouv-, vrai-, otro-, nuev-, altr-, nuov-, vero, vera, nieuw-, juist-, inne-, inny-, nowa-, nowe-, nowy-, outr-, novo, nova, annan-, ratt-, jine-, jiny-',
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
