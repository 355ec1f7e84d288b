import { listed, shownWord } from './words.ts';

/** Number of edits (insert, delete, replace, swap of neighbours) that turn one text into the other, but at most `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    // No later row has less than the least of this one: the first half of a swap costs an edit too.
    if (least >= limit) return limit;
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A name without case, spaces and punctuation. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_.#-]/g, '');

/** The number at the end of a text that has no digit before it, without leading zeros; undefined for other texts. */
function lastNumber(text: string): string | undefined {
  const digits = text.replace(/^\D+/, '');
  return /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : undefined;
}

/** Tells which words may mean a reference (`123` for `SLOT-000123`), in two look-ups however many words there are. */
export function saidAs(words: Iterable<string>): (reference: string) => Set<string> {
  const byText = new Map<string, string[]>();
  const byNumber = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, word: string): void => {
    const same = map.get(key);
    if (same === undefined) map.set(key, [word]);
    else same.push(word);
  };
  for (const word of new Set(words)) {
    add(byText, plain(word), word);
    if (/^#?\d+$/.test(word)) add(byNumber, lastNumber(word) ?? '', word);
  }
  return (reference) =>
    new Set([...(byText.get(plain(reference)) ?? []), ...(byNumber.get(lastNumber(reference) ?? '') ?? [])]);
}

const longestName = 100;

/** The candidate most like `text`, if at most one edit for every `lettersPerEdit` letters makes it the same. */
export function nearest(text: string, candidates: Iterable<string>, lettersPerEdit = 3): string | undefined {
  // Names are short, and comparing a long text with each one would be slow.
  if (text.length > longestName) return undefined;
  const wanted = plain(text);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / lettersPerEdit)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Up to three names that `text` might mean: first those that contain it or that it contains, then the nearest. */
export function nearestNames(text: string, candidates: Iterable<string>): string[] {
  const names = [...candidates];
  const wanted = plain(text);
  const alike = names.filter(
    (name) => wanted.length > 2 && (plain(name).includes(wanted) || wanted.includes(plain(name))),
  );
  const near = nearest(text, names);
  return [...new Set([...(near === undefined ? [] : [near]), ...alike])].slice(0, 3);
}

/** The hint with all references that a word may mean; undefined if there is none. */
export function meantHint(meant: Iterable<string>): string | undefined {
  const words = [...new Set(meant)].map(shownWord);
  return words.length === 0 ? undefined : `did you mean ${listed(words, 'or')}?`;
}
