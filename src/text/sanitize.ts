/** A whole escape sequence: operating system commands, device strings, and all others. */
const escapeSequence =
  String.raw`[\u001b\u009b](?:\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?` +
  String.raw`|[PX^_][^\u001b\u009c]*(?:\u001b\\|\u009c)?|\[?[0-?]*[ -/]*[@-~]?)` +
  String.raw`|[\u009d\u0090\u0098\u009e\u009f][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?`;
/** Every escape sequence of a text. */
export const escapeSequences = new RegExp(escapeSequence, 'g');
const controls = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`;
/** Characters that change the direction of text. */
const directions = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff`;
const separators = String.raw`\u2028\u2029`;

const suspicious = new RegExp(`[${controls}${directions}${separators}]`);
const unwanted = new RegExp(`[${controls}${directions}]`, 'g');
const lineBreaks = new RegExp(String.raw`\r\n?|[${separators}]`, 'g');
const openInJson = new RegExp(`[${String.raw`\u007f-\u009f`}${directions}${separators}]`, 'g');

/** Text that cannot control a terminal: no escape sequences, control or direction characters but breaks and tabs. */
export function sanitizeText(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replace(lineBreaks, '\n').replace(escapeSequences, '').replace(unwanted, '');
}

/**
 * Whether a text is one line of characters that everybody sees: no control or direction characters, and none without a
 * width. Not a constant expression, because V8 would read Unicode's tables for it at every start.
 */
export const isPlainLine = (text: string): boolean =>
  /^[ -~]*$/.test(text) || !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Like `sanitizeText`, on one line: breaks and tabs become a space. */
export const sanitizeLine = (text: string): string => sanitizeText(text).replace(/[\n\t]+/g, ' ');

/** Whether text is ASCII without DEL; thirty times faster than an expression. */
const isPlainAscii = (text: string): boolean =>
  Buffer.byteLength(text) === text.length && !text.includes('\u007f');

/** The same JSON data, with the control characters that JSON allows unescaped written as escapes. */
export const escapeJsonControls = (json: string): string =>
  isPlainAscii(json)
    ? json
    : json.replace(openInJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Codes for characters in HTML, as some shops put them into files: `&#39;`, `&#x27;`, `&amp;`. */
const code = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|apos|lt|gt|nbsp));/gi;

/** What the names of characters in HTML stand for. */
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

function characterOf(number: number): string | undefined {
  const isHalf = number >= 0xd800 && number <= 0xdfff;
  return number < 32 || isHalf || number > 0x10ffff ? undefined : String.fromCodePoint(number);
}

/** Replaces the codes of characters in a text by the characters, once. */
export const withoutHtmlCodes = (text: string): string =>
  text.includes('&')
    ? text.replace(code, (found, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? found;
        return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? found;
      })
    : text;
