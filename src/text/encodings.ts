import { isUtf8 } from 'node:buffer';
import { attempt } from './records.ts';

/** The upper half of IBM's code page 850, which Windows programs without windows write; `TextDecoder` does not know it. */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** The characters of windows-1252 from 0x80 to 0x9f, where ISO 8859-1 has control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const western = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüÿßœ';
const central = 'ąćęłńóśźżčďěňřšťůžľĺŕőűşţăâîáéíýúäöüçëôß';

/** The encodings of a byte a letter that files come in, the most usual first, with the letters that their texts have. */
const singleByte = {
  'windows-1252': western,
  macintosh: western,
  ibm850: western,
  'windows-1250': central,
} as const;
type SingleByte = keyof typeof singleByte;
const singleBytes = Object.keys(singleByte) as SingleByte[];

/** Other names of the encoding that `TextDecoder` lacks. */
const namesOfIbm850 = ['ibm850', 'ibm-850', 'cp850', 'cp-850', '850', 'dos-850'];

/** The standard name for a label such as `latin1`, `UTF8` or `cp850`; undefined for an unknown one. */
export function encodingNamed(label: string): string | undefined {
  if (namesOfIbm850.includes(label.trim().toLowerCase())) return 'ibm850';
  return attempt(() => new TextDecoder(label).encoding, undefined);
}

const upperHalves = new Map<string, string>([['ibm850', ibm850]]);

/** The characters of the bytes from 0x80 to 0xff. */
function upperHalf(encoding: SingleByte): string {
  const known = upperHalves.get(encoding);
  if (known !== undefined) return known;
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
  // Some versions of Node read windows-1252 as ISO 8859-1.
  const half =
    encoding === 'windows-1252'
      ? windows1252 + Buffer.from(bytes).toString('latin1', 32)
      : new TextDecoder(encoding).decode(bytes);
  upperHalves.set(encoding, half);
  return half;
}

/** Decodes text in windows-1252 or ibm850, in which every byte is a character. */
export function decodeSingleByte(bytes: Buffer, encoding: SingleByte): string {
  const half = upperHalf(encoding);
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (code) => half[code.charCodeAt(0) - 0x80] ?? code);
}

/** The bytes of a text in an encoding; undefined if it has other characters. */
function encodeSingleByte(text: string, encoding: SingleByte): Buffer | undefined {
  const half = upperHalf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const at = code < 128 ? code : half.indexOf(character) + 128;
    if (at === 127 || (code >= 128 && at < 128)) return undefined;
    bytes.push(at);
  }
  return Buffer.from(bytes);
}

const signs = '£€’‘“”–—°½¼¾²³§®©™…«»·•¿¡ºª×';
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /\p{L}/u.test(character);

/** Whether a letter stands where the sign of a currency does: alone as a capital, or beside a digit (`ú129.00`). */
const isAmount = (word: string, letter: string): boolean =>
  (word.length === 1 && word !== letter) || (/^\p{L}\d|\d\p{L}$/u.test(word) && !/\p{L}\p{L}/u.test(word));

/**
 * Whether a word with other letters than ASCII reads as one: no sign between letters, no capital behind a small letter. With
 * the letters of an encoding, it also has no strange capital between a capital and a small letter.
 */
function readsAsWord(word: string, letters: string | undefined): boolean {
  if (/\p{Ll}\p{Lu}/u.test(word)) return false;
  if (letters !== undefined && /\p{Lu}(?![A-Z])\p{Lu}\p{Ll}/u.test(word)) return false;
  const characters = [...word];
  return characters.every((character, at) => {
    if (character <= '\u007f') return true;
    const [before, after] = [characters[at - 1], characters[at + 1]];
    if (isLetter(character)) {
      const small = character.toLowerCase();
      if (letters !== undefined && (!letters.includes(small) || isAmount(word, small))) return false;
      return character === small || before === undefined || !/\p{Ll}/u.test(before);
    }
    if (character === '’' || character === '\u00ad') return true;
    return signs.includes(character) && !(isLetter(before) && isLetter(after));
  });
}

/** The words of a text with other characters than ASCII. */
const unusualWords = (text: string): string[] =>
  text.split(/[\s,;"()/]+/).filter((word) => /[^\0-\u007f]/.test(word));

/** For how many of the items it holds, 0 to 1. */
const shareOf = (items: readonly string[], holds: (item: string) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length;

const shareOfWords = (text: string, letters: string | undefined): number =>
  shareOf(unusualWords(text), (word) => readsAsWord(word, letters));

/** What most words beyond ASCII have, to decide between encodings that both read as words. */
const common = /^[äöüßéèàçñáíóúåøæâãëêïôłąęśćżźńășțčšžřěůýőű’]$/iu;

const shareOfCommon = (text: string): number =>
  shareOf(
    [...text].filter((character) => character > '\u007f'),
    (character) => common.test(character),
  );

/** Japanese words have no Latin letters among their own, and more than figures and marks (`｣10.00`). */
const japanese =
  /^(?=.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〒\d\p{P}\uFF01-\uFF9F-]+$/u;

function shareOfJapanese(bytes: Buffer): number {
  const text = attempt(() => new TextDecoder('shift_jis', { fatal: true }).decode(bytes), '');
  return shareOf(unusualWords(text), (word) => japanese.test(word));
}

/** The encoding under which most of the words of a text that is not UTF-8 read as words; undefined if none does. */
export function likelyEncoding(bytes: Buffer): string | undefined {
  const readings: [encoding: string, words: number, common: number][] = singleBytes.map((encoding) => {
    const text = decodeSingleByte(bytes, encoding);
    return [encoding, shareOfWords(text, singleByte[encoding]), shareOfCommon(text)];
  });
  readings.push(['shift_jis', shareOfJapanese(bytes), 1]);
  const [best] = readings.filter(([, words]) => words > 0.5).toSorted((a, b) => b[1] - a[1] || b[2] - a[2]);
  return best?.[0];
}

/** What a text that was read in a wrong encoding is in the right one; undefined if it reads as words, or none fits. */
export function asMeant(text: string): { readonly text: string; readonly encoding: string } | undefined {
  if (unusualWords(text).every((word) => readsAsWord(word, undefined))) return undefined;
  for (const readAs of singleBytes) {
    const bytes = encodeSingleByte(text, readAs);
    if (bytes === undefined) continue;
    if (isUtf8(bytes)) return { text: bytes.toString('utf8'), encoding: 'utf-8' };
    const fitting = singleBytes.flatMap((encoding) => {
      const meant = decodeSingleByte(bytes, encoding);
      const fits = encoding !== readAs && shareOfWords(meant, singleByte[encoding]) === 1;
      return fits ? [{ text: meant, encoding }] : [];
    });
    const [best] = fitting.toSorted((a, b) => shareOfCommon(b.text) - shareOfCommon(a.text));
    if (best !== undefined) return best;
  }
  return undefined;
}
