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

/** The code of a country by its English name. */
function codeOf(country: string): string | undefined {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const wanted = country.trim().toLowerCase();
  return Object.keys(digits).find((code) => names.of(code)?.toLowerCase() === wanted);
}

/** A postcode with its leading zeros back, if a spreadsheet seems to have removed them; undefined if it has none missing. */
export function withLostZeros(
  postcode: string,
  { CountryCode, Country }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!/^\d{2,5}$/.test(postcode)) return undefined;
  const code =
    typeof CountryCode === 'string' ? CountryCode : typeof Country === 'string' ? codeOf(Country) : undefined;
  const whole = postcode.padStart(digits[code?.trim().toUpperCase() ?? ''] ?? 0, '0');
  return whole === postcode ? undefined : whole;
}
