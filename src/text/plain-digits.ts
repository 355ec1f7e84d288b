/** A number in plain digits, without an exponent. */
export function plainDigits(value: number): string {
  const text = String(value);
  const [, minus = '', whole = '', decimals = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = whole + decimals;
  return shift < 0 ? `${minus}0.${'0'.repeat(-shift - 1)}${digits}` : minus + digits.padEnd(shift + 1, '0');
}
