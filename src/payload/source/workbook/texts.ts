import { damaged } from './archive.ts';

/** Spreadsheets allow 32,767 characters. */
const maxText = 1 << 20;

const escaped = /_x([0-9A-Fa-f]{4})_/g;

/** The text of an element in which control characters are written `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * Collects the text of a cell or a shared string: one `t`, or one for each run of rich text, without what says how to
 * pronounce it.
 */
export function textCollector(file: string) {
  let collected = '';
  let isText = false;
  let isPhonetic = false;
  return {
    begin(): void {
      collected = '';
      isText = false;
      isPhonetic = false;
    },
    open(name: string): void {
      if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(piece: string): void {
      if (!isText) return;
      collected += piece;
      if (collected.length > maxText) throw damaged(file, `a text is longer than ${maxText} characters`);
    },
    close(name: string): void {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    end: (): string => unescaped(collected),
  };
}
