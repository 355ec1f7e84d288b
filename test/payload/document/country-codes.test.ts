import { describe, expect, it } from 'vitest';
import { countryCodeFor } from '../../../src/payload/document/country-codes.ts';

/** Texts that are not codes, by the code that is meant. */
const meant: Readonly<Record<string, string>> = {
  GB: 'UK,GBR,ENG,SCO,WAL,NIR,United Kingdom,Great Britain,England,Scotland,Wales,Northern Ireland,gb',
  GR: 'EL,GRC',
  US: 'USA,United States',
  CA: 'CAN',
  AU: 'AUS',
  NZ: 'NZL',
  IE: 'IRL,Ireland',
  FR: 'FRA,France',
  DE: 'DEU,GER,Germany,de',
  ES: 'ESP',
  PT: 'PRT',
  IT: 'ITA',
  NL: 'NLD',
  BE: 'BEL',
  LU: 'LUX',
  AT: 'AUT',
  CH: 'CHE,SUI',
  DK: 'DNK',
  SE: 'SWE',
  NO: 'NOR',
  FI: 'FIN',
  IS: 'ISL',
  PL: 'POL',
  CZ: 'CZE',
  SK: 'SVK',
  SI: 'SVN',
  HU: 'HUN',
  HR: 'HRV',
  RO: 'ROU',
  BG: 'BGR',
  CY: 'CYP',
  MT: 'MLT',
  EE: 'EST',
  LV: 'LVA',
  LT: 'LTU',
  TR: 'TUR',
  IL: 'ISR',
  AE: 'ARE',
  SA: 'SAU',
  ZA: 'ZAF',
  IN: 'IND',
  CN: 'CHN',
  HK: 'HKG',
  TW: 'TWN',
  JP: 'JPN',
  KR: 'KOR',
  SG: 'SGP',
  MY: 'MYS',
  TH: 'THA',
  BR: 'BRA',
  MX: 'MEX',
};

describe('a country code', () => {
  it.each(Object.entries(meant).flatMap(([code, texts]) => texts.split(',').map((text) => ({ text, code }))))(
    '$text is not one; $code is meant',
    ({ text, code }) => {
      expect(countryCodeFor(text)).toEqual({
        code,
        message: `is not an ISO 3166 code; did you mean ${code}?`,
      });
    },
  );

  it.each([...Object.keys(meant), 'XK', 'ZW', 'AD', ' GB ', '', ' '])('%j is left as it is', (text) => {
    expect(countryCodeFor(text)).toBeUndefined();
  });

  it.each(['QX', 'Atlantis', 'G'])('%s is not one, and nothing is meant', (text) => {
    expect(countryCodeFor(text)).toEqual({ message: 'is not an ISO 3166 code' });
  });
});
