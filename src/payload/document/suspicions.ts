import { isClosedDay, takesMondays } from '../../contract/limits.ts';
import type { Problem } from '../../contract/problems.ts';
import { asMeant } from '../../text/encodings.ts';
import { nearest } from '../../text/nearest.ts';
import { withoutHtmlCodes } from '../../text/sanitize.ts';
import { isBefore, isoUtc } from '../../text/time/time.ts';
import { normalized } from '../../text/words.ts';
import { type Body, problemAt } from './check.ts';
import { countryCodeFor, countryCodeOf } from './country-codes.ts';
import { fromShops, type Layout, layoutOf } from './layout.ts';
import type { DocumentKind, ReadingOptions } from './types.ts';

/** The digits of a postcode, in countries where it has only digits and may begin with a zero. */
const digits: Readonly<Record<string, number>> = {
  ...{ US: 5, PR: 5, DE: 5, FR: 5, ES: 5, IT: 5, FI: 5, MX: 5, MY: 5, TR: 5, AU: 4, DK: 4, NO: 4, NZ: 4 },
  ...{ CN: 6, RO: 6, SG: 6 },
};

/** A postcode with its leading zeros, if a spreadsheet seems to have removed them; undefined if it has none missing. */
function withLostZeros(postcode: string, { CountryCode, Country }: Body): string | undefined {
  if (!/^\d{2,5}$/.test(postcode)) return undefined;
  const code = countryCodeOf(String(CountryCode ?? Country ?? ''));
  const whole = postcode.padStart(digits[code ?? ''] ?? 0, '0');
  return whole === postcode ? undefined : whole;
}

/** UTF-8 text that was read as windows-1252, or lost characters. */
const wronglyDecoded = /[ÃÂ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|\uFFFD|ï»¿/u;

const month = '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ept?|[Oo]ct|[Nn]ov|[Dd]ec)';
/** No spreadsheet writes a month in capitals: `MAR-01` is a code. */
const asDate = new RegExp(`^(?:\\d{1,2}-${month}(?:-\\d{2,4})?|${month}-\\d{1,4})$`);
const asNumber = /^\d\.\d+E\+\d+$/i;
/** Spreadsheets keep 15 digits of a number. */
const asRounded = /^\d{15}0{3,}$/;
const asError = /^#(?:N\/A|REF!|NAME\?|VALUE!|NUM!|DIV\/0!|NULL!|#+)$/i;

/** An identifier as people see it; undefined if it is written like that. */
function asSeen(text: string): string | undefined {
  // Only blanks, and characters that are not plain ASCII, may be hidden.
  if (!/[^\u0021-\u007e]/.test(text)) return undefined;
  // Control and format characters, such as a zero-width space from a web page. As a constant of the module, this
  // expression would slow down every start.
  const shown = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').replaceAll(/\p{Zs}/gu, ' ');
  const seen = normalized(shown.trim(), 'NFC');
  return seen === text ? undefined : seen;
}

/** How a spreadsheet has changed a code; undefined if it does not look changed. */
function spreadsheetWork(text: string): string | undefined {
  if (asDate.test(text)) return 'looks like a date made by a spreadsheet';
  if (asNumber.test(text)) return 'looks like a number rounded by a spreadsheet';
  if (asError.test(text)) return 'is a spreadsheet error';
  if (text.startsWith("'")) return 'begins with an apostrophe from a spreadsheet';
  return /^=["']/.test(text) ? 'is a spreadsheet formula' : undefined;
}

/** What stands between several SKUs in one cell. */
const betweenSkus = /\r\n|[\n\r\t;,|]| \+ | & /;
/** What does so between codes, and may stand in a name: `AC-1+AC-2`, but not `A+B`. */
const betweenCodes = /\+| \/ | • |<br ?\/?>/;
/** A quantity beside a SKU: `A-1 x2`, `2x A-1`. */
const quantities = [/\s\(?[x×] ?\d{1,4}\)?$/i, /\* ?\d{1,4}$/, /^\d{1,4} ?[x×]\s/i, /^qty:? ?\d{1,4}\b/i];

/** Whether a cell of a SKU seems to hold several, or a quantity too. */
export function holdsSeveralSkus(cell: string): boolean {
  const parts = cell.split(betweenSkus).map((part) => part.trim());
  const codes = cell.split(betweenCodes);
  return (
    (parts.length > 1 && parts.every((part) => /\p{L}|\d{3}/u.test(part))) ||
    (codes.length > 1 && codes.every((code) => /\p{L}/u.test(code) && /\d/.test(code))) ||
    quantities.some((quantity) => quantity.test(cell))
  );
}

type Path = readonly (string | number)[];

type Report = (within: Path, name: string, found: unknown, expected: string, what: string) => void;

function checkText(value: unknown, within: Path, name: string, report: Report): void {
  if (typeof value !== 'string' || !/[^\0-\x7f]/.test(value)) return;
  const { text, encoding } = asMeant(value) ?? {};
  if (text !== undefined)
    report(within, name, value, text, `looks wrongly decoded; its bytes read as words in ${encoding}`);
  else if (wronglyDecoded.test(value))
    report(within, name, value, 'text in the encoding of the file', 'looks wrongly decoded; see --encoding');
}

function checkLabel(value: unknown, within: Path, name: string, report: Report): void {
  if (typeof value !== 'string') return;
  checkText(value, within, name, report);
  const text = withoutHtmlCodes(value);
  if (text !== value) report(within, name, value, text, 'contains characters written as HTML codes');
}

/** Two identifiers that look the same are different for the service. */
function checkIdentifier(value: unknown, within: Path, name: string, report: Report): void {
  const seen = typeof value === 'string' ? asSeen(value) : undefined;
  const what =
    'is not what it looks like: it has outer blanks, blanks of another kind, invisible characters, or accents as separate characters';
  if (seen !== undefined) report(within, name, value, seen, what);
}

function checkCode(value: unknown, within: Path, name: string, report: Report): void {
  const what = typeof value === 'string' ? spreadsheetWork(value.trim()) : undefined;
  if (what !== undefined) report(within, name, value, 'the original code', what);
}

function checkDates({ ReceivedDate, DispatchBy }: Body, now: string, report: Report): void {
  if (typeof DispatchBy !== 'string') return;
  if (typeof ReceivedDate === 'string' && isBefore(DispatchBy, ReceivedDate)) {
    report([], 'DispatchBy', DispatchBy, 'a time after ReceivedDate', 'is before ReceivedDate');
  } else if (isBefore(DispatchBy, now))
    report([], 'DispatchBy', DispatchBy, 'a time in the future', 'is in the past');
}

/** What is printed on the label of a parcel, as it is written. */
const onLabel = ['FullName', 'Company', 'Address1', 'Address2', 'Town', 'Region'];

function checkAddress(value: unknown, within: Path, report: Report): void {
  if (value === null || typeof value !== 'object') return;
  const address = value as Body;
  for (const name of onLabel) checkLabel(address[name], within, name, report);
  const { PostCode, Country, CountryCode } = address;
  checkCode(PostCode, within, 'PostCode', report);
  const whole = typeof PostCode === 'string' ? withLostZeros(PostCode.trim(), address) : undefined;
  if (whole !== undefined)
    report(within, 'PostCode', PostCode, whole, 'is too short; spreadsheets remove leading zeros');
  // Names that nobody lists here may be right, but no name has a digit.
  if (typeof Country === 'string' && /\d/.test(Country))
    report(within, 'Country', Country, 'the name of a country', 'is not the name of a country');
  const wrong = typeof CountryCode === 'string' ? countryCodeFor(CountryCode) : undefined;
  if (wrong !== undefined)
    report(within, 'CountryCode', CountryCode, wrong.code ?? 'a code of ISO 3166', wrong.message);
}

/** The names that must be exact: a document's own reference, and the SKUs of its lines. */
function checkNames(body: Body, { reference, lines }: Layout, report: Report): void {
  const own = body[reference];
  if (typeof own === 'string' && asRounded.test(own))
    report([], reference, own, 'the original number', 'looks rounded by a spreadsheet');
  // With and without them, the order would be created twice.
  const hasDecimals = 'looks like a number to which a program has added decimals';
  if (typeof own === 'string' && /^\d+\.0+$/.test(own))
    report([], reference, own, own.slice(0, own.indexOf('.')), hasDecimals);
  checkIdentifier(own, [], reference, report);
  const all: unknown = body[lines];
  if (!Array.isArray(all)) return;
  for (let index = 0; index < all.length; index++) {
    const line: unknown = all[index];
    if (line === null || typeof line !== 'object') continue;
    const { SKU, ItemTitle } = line as Body;
    const within = [lines, index];
    checkCode(SKU, within, 'SKU', report);
    if (typeof SKU === 'string' && holdsSeveralSkus(SKU))
      report(within, 'SKU', SKU, 'one SKU', 'seems to hold several SKUs, or a quantity beside the SKU');
    else checkIdentifier(SKU, within, 'SKU', report);
    checkText(ItemTitle, within, 'ItemTitle', report);
  }
}

type FindSuspicions = (body: Body) => Problem[];

/** What a check reports of a body. */
const reportedBy =
  (check: (body: Body, report: Report) => void): FindSuspicions =>
  (body) => {
    const problems: Problem[] = [];
    check(body, (within, name, ...said) => {
      problems.push(problemAt([...within, name], ...said));
    });
    return problems;
  };

/** Creates a check for values that the service accepts, or may accept, but that are probably wrong. */
export function suspicionsOf(kind: DocumentKind, { now, knownWarehouses, mondayWarehouses }: ReadingOptions) {
  if (fromShops[kind]) return suspicionsAt(now, knownWarehouses);
  const layout = layoutOf(kind);
  const checks = [
    reportedBy((body, report) => checkNames(body, layout, report)),
    warehouseIn(layout.warehouse, knownWarehouses),
    ...(kind === 'slot' ? [mondaysIn(mondayWarehouses)] : []),
  ];
  return (body: Body): Problem[] => checks.flatMap((check) => check(body));
}

/** The check of a warehouse against those of the account, as far as they are known. */
function warehouseIn(place: string, known: readonly string[] = []): FindSuspicions {
  return ({ [place]: name }) => {
    if (known.length === 0 || typeof name !== 'string' || known.includes(name)) return [];
    const near = nearest(name, known);
    const guess = near === undefined ? '' : `; did you mean ${near}?`;
    const what = `is not one of the warehouses known here${guess}`;
    return [problemAt([place], name, near ?? `one of ${known.join(', ')}`, what)];
  };
}

/** The check of a slot: most warehouses are closed on Mondays. */
function mondaysIn(openThen: readonly string[] = []): FindSuspicions {
  return ({ date, warehouse }) => {
    const at = String(warehouse);
    if (typeof date !== 'string' || !isClosedDay(date, takesMondays(at, openThen))) return [];
    return [problemAt(['date'], date, 'another day', `is a Monday, and ${at} is not known to open then`)];
  };
}

/** The check of an order. `at` is now, in ms since the epoch; `warehouses` are the account's, as far as they are known. */
export function suspicionsAt(at: number, warehouses: readonly string[] = []): FindSuspicions {
  const now = isoUtc(at - (at % 1000));
  const layout = layoutOf('order');
  const checkWarehouse = warehouseIn(layout.warehouse, warehouses);
  const checkOrder = reportedBy((body, report) => {
    const { ChannelBuyerName, DeliveryAddress, BillingAddress } = body;
    checkNames(body, layout, report);
    checkDates(body, now, report);
    checkLabel(ChannelBuyerName, [], 'ChannelBuyerName', report);
    checkAddress(DeliveryAddress, ['DeliveryAddress'], report);
    if (BillingAddress !== DeliveryAddress) checkAddress(BillingAddress, ['BillingAddress'], report);
  });
  return (body) => [...checkOrder(body), ...checkWarehouse(body)];
}
