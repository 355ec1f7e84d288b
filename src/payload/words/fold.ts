import { listOf, normalized } from '../../text/words.ts';

/** Letters that are no letter with an accent, in plain ones. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd' };

/** What is spelt in two ways, in one. */
const spellings: Readonly<Record<string, string>> = {
  ...{ canceled: 'cancelled', despatch: 'dispatch', fulfill: 'fulfil', qty: 'quantity' },
  ...{ authoriz: 'authoris', organiz: 'organis' },
};

const plain = (text: string): string =>
  normalized(text, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłæœđ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/canceled|despatch|fulfill|authoriz|organiz|qty/g, (spelt) => spellings[spelt] ?? spelt);

/** A text as it is compared: without case, accents, spaces and signs. `Ship-to Address 1` is `shiptoaddress1`. */
export const fold = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The same with a space between its words: `shipToName` and `SHIP_TO_NAME` are `ship to name`. */
export const foldWords = (text: string): string =>
  plain(text.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' '))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** The entries of a line of a table, or of a list, folded; one with an umlaut in both spellings: `käufer` and `kaeufer`. */
export const folded = (line: string | readonly string[], by: (text: string) => string = fold) =>
  (typeof line === 'string' ? listOf(line) : line)
    .flatMap((entry) => [entry, entry.replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter)])
    .map(by)
    .filter((entry, at, all) => entry !== '' && entry !== all[at - 1]);
