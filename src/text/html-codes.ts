/** Codes for characters in HTML, as some shops put them into files: `&#39;`, `&#x27;`, `&amp;`. */
const code = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|apos|lt|gt|nbsp));/gi;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** The last character of Unicode. */
const lastCharacter = 0x10ffff;

function characterOf(number: number): string | undefined {
  const isHalf = number >= 0xd800 && number <= 0xdfff;
  return number < 32 || isHalf || number > lastCharacter ? undefined : String.fromCodePoint(number);
}

/** Replaces the codes of characters in a text by the characters, once. */
export const withoutHtmlCodes = (text: string): string =>
  text.includes('&')
    ? text.replace(code, (found, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? found;
        return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? found;
      })
    : text;
