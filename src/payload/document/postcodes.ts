/** The digits of a postcode, in countries where it has only digits and may begin with a zero. */
const digits: Readonly<Record<string, number>> = {
  US: 5,
  PR: 5,
  DE: 5,
  FR: 5,
  ES: 5,
  IT: 5,
  FI: 5,
  MX: 5,
  MY: 5,
  TR: 5,
  AU: 4,
  DK: 4,
  NO: 4,
  NZ: 4,
  CN: 6,
  RO: 6,
  SG: 6,
};

/** The languages in which shops write the names of countries. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'];
/** Names that the lists of languages do not have. */
const otherNames: readonly (readonly [name: string, code: string])[] = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['turkey', 'TR'],
];

/** The codes of these countries by their names. */
const codesByName = (): ReadonlyMap<string, string> =>
  new Map([
    ...languages.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      return Object.keys(digits).map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const);
    }),
    ...otherNames,
  ]);

/** Gives a postcode its leading zeros back; undefined if it has none missing. */
export type FindLostZeros = (
  postcode: string,
  address: Readonly<Record<string, unknown>>,
) => string | undefined;

/** Creates a search for postcodes from which a spreadsheet seems to have removed leading zeros. */
export function lostZeros(): FindLostZeros {
  // Only some files have names instead of codes, and making the list takes a millisecond.
  let codes: ReadonlyMap<string, string> | undefined;
  return (postcode, { CountryCode, Country }) => {
    if (!/^\d{2,5}$/.test(postcode)) return undefined;
    let code = CountryCode;
    if (typeof code !== 'string' && typeof Country === 'string') {
      codes ??= codesByName();
      code = codes.get(Country.trim().toLowerCase());
    }
    if (typeof code !== 'string') return undefined;
    const whole = postcode.padStart(digits[code.trim().toUpperCase()] ?? 0, '0');
    return whole === postcode ? undefined : whole;
  };
}
