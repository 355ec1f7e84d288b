/** All codes of ISO 3166-1 alpha-2. */
const alpha2 = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** Frequent mistakes for the codes of common countries. Kosovo's XK is in use, but not in the standard. */
const others: Readonly<Record<string, string>> = {
  ...{ UK: 'GB', GBR: 'GB', ENG: 'GB', SCO: 'GB', WAL: 'GB', NIR: 'GB', EL: 'GR', USA: 'US', CAN: 'CA' },
  ...{ AUS: 'AU', NZL: 'NZ', IRL: 'IE', FRA: 'FR', DEU: 'DE', GER: 'DE', ESP: 'ES', PRT: 'PT' },
  ...{ ITA: 'IT', NLD: 'NL', BEL: 'BE', LUX: 'LU', AUT: 'AT', CHE: 'CH', SUI: 'CH', DNK: 'DK' },
  ...{ SWE: 'SE', NOR: 'NO', FIN: 'FI', ISL: 'IS', POL: 'PL', CZE: 'CZ', SVK: 'SK', SVN: 'SI' },
  ...{ HUN: 'HU', HRV: 'HR', ROU: 'RO', BGR: 'BG', GRC: 'GR', CYP: 'CY', MLT: 'MT', EST: 'EE' },
  ...{ LVA: 'LV', LTU: 'LT', TUR: 'TR', ISR: 'IL', ARE: 'AE', SAU: 'SA', ZAF: 'ZA', IND: 'IN' },
  ...{ CHN: 'CN', HKG: 'HK', TWN: 'TW', JPN: 'JP', KOR: 'KR', SGP: 'SG', MYS: 'MY', THA: 'TH' },
  ...{ BRA: 'BR', MEX: 'MX', 'UNITED KINGDOM': 'GB', 'GREAT BRITAIN': 'GB', ENGLAND: 'GB' },
  ...{ SCOTLAND: 'GB', WALES: 'GB', 'NORTHERN IRELAND': 'GB', 'UNITED STATES': 'US', IRELAND: 'IE' },
  ...{ FRANCE: 'FR', GERMANY: 'DE', 'UNITED STATES OF AMERICA': 'US', TURKEY: 'TR' },
};

/** Codes of two or three letters that shops use, with the two-letter codes that are right. */
export const otherCountryCodes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(others).filter(([code]) => code.length <= 3),
);

/** The languages in which shops write the names of countries and months. */
export const shopLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv'];

function namesIn(language: string) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return [...alpha2].map((code) => [names.of(code)?.toUpperCase() ?? code, code] as const);
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** The code of a country, given by its code, another that is in use, or its name in one of these languages. */
export function countryCodeOf(country: string): string | undefined {
  const name = country.trim().toUpperCase();
  if (name.length === 2 && alpha2.has(name)) return name;
  // Only some files have names, and making the list takes milliseconds.
  codesByName ??= new Map([...shopLanguages.flatMap(namesIn), ...Object.entries(others)]);
  return codesByName.get(name);
}

/** Countries in which the number of a house comes before its street. */
const numberFirst = 'GB IE US CA AU NZ FR LU MC ZA IN SG HK MY PH LK KE NG GH JM TT BB MT IM JE GG'.split(
  ' ',
);

/** Whether addresses in a country, given by its code or name, begin with the number of the house. */
export const putsNumberFirst = (country: string): boolean =>
  numberFirst.includes(countryCodeOf(country) ?? '');

/** Why a text is not a country code, and the right code if it is known; undefined for a valid code or a blank. */
export function countryCodeFor(text: string) {
  const plain = text.trim();
  if (plain === '' || plain === 'XK' || alpha2.has(plain)) return undefined;
  const upper = plain.toUpperCase();
  const code = alpha2.has(upper) ? upper : others[upper];
  const guess = code === undefined ? '' : `; did you mean ${code}?`;
  return { message: `is not an ISO 3166 code${guess}`, code };
}
