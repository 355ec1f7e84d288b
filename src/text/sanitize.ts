// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const sequences = /[\x1b\x9b](?:\][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|[PX^_][^\x1b\x9c]*(?:\x1b\\|\x9c)?|\[?[0-?]*[ -/]*[@-~]?)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
/** Marks that reorder what is shown, and separators that break a line where no editor shows one. */
const invisible = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const suspicious = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** Text that cannot drive a terminal: escape sequences, control and direction characters are gone; line breaks and tabs stay. */
export function sanitizeText(text: string): string {
  if (!suspicious.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(sequences, '')
    .replace(controls, '')
    .replace(invisible, '');
}

/** As `sanitizeText`, on one line: breaks and tabs become a space. */
export const sanitizeLine = (text: string): string => sanitizeText(text).replace(/[\n\t]+/g, ' ');

/** JSON text, the same data, with the control characters that JSON allows in the open written as escapes. */
export const escapeJsonControls = (json: string): string =>
  json.replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
