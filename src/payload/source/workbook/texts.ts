import { openTemporary } from '../../../storage/sqlite/database.ts';
import { damaged, readXml } from './archive.ts';

/** Spreadsheets allow 32,767 characters. */
const maxText = 1 << 20;

const escaped = /_x([0-9A-Fa-f]{4})_/g;

/** The text of an element in which control characters are written `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects the text of a cell or a shared string, with all runs of rich text, without how to pronounce it. */
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

export type SharedStrings = Awaited<ReturnType<typeof readSharedStrings>>;

/** How much text is kept in memory; the rest goes to a temporary table, in blocks. */
const inMemory = { characters: 4 << 20, texts: 100_000 };
const blockSize = { texts: 128, characters: 32 << 10 };
/** How many blocks of the table are kept once read: the texts of neighbouring rows are in a few of them. */
const keptBlocks = 8;

/** Reads the shared strings of a workbook; those that memory should not hold are kept in a temporary file. */
export async function readSharedStrings(
  pieces: AsyncIterable<string>,
  file: string,
  part: string,
  limits = inMemory,
) {
  const first: string[] = [];
  let characters = 0;
  let table: ReturnType<typeof blockTable> | undefined;
  const collector = textCollector(file);
  const keep = (text: string): void => {
    if (table === undefined && characters < limits.characters && first.length < limits.texts) {
      first.push(text);
      characters += text.length;
      return;
    }
    table ??= blockTable();
    table.add(text);
  };
  try {
    await readXml(pieces, file, part, {
      open(name) {
        if (name === 'si') collector.begin();
        else collector.open(name);
      },
      text: collector.text,
      close(name) {
        if (name === 'si') keep(collector.end());
        else collector.close(name);
      },
    });
    table?.complete();
  } catch (error) {
    table?.close();
    throw error;
  }
  return {
    /** The text with this number; undefined if there is none. */
    at: (index: number) => (index < first.length ? first[index] : table?.at(index - first.length)),
    close: () => table?.close(),
  };
}

function blockTable() {
  const db = openTemporary('CREATE TEMP TABLE blocks (first INTEGER PRIMARY KEY, texts TEXT NOT NULL)');
  let block: string[] = [];
  let length = 0;
  let written = 0;
  let recent: { readonly first: number; readonly texts: readonly string[] }[] = [];
  const write = (): void => {
    db.run('INSERT INTO blocks VALUES (?, ?)', [written, JSON.stringify(block)]);
    written += block.length;
    block = [];
    length = 0;
  };
  const read = (index: number): (typeof recent)[number] | undefined => {
    const sql = 'SELECT first, texts FROM blocks WHERE first <= ? ORDER BY first DESC LIMIT 1';
    const found = db.get<{ first: number; texts: string }>(sql, [index]);
    return found && { first: found.first, texts: JSON.parse(found.texts) as string[] };
  };
  return {
    add(text: string): void {
      // A long text is a block of its own: a cell with a short one would have it read as well.
      if (block.length > 0 && length + text.length > blockSize.characters) write();
      block.push(text);
      length += text.length;
      if (block.length === blockSize.texts) write();
    },
    complete: write,
    at(index: number): string | undefined {
      const holds = ({ first, texts }: (typeof recent)[number]): boolean =>
        index >= first && index < first + texts.length;
      const found = recent.find(holds) ?? read(index);
      if (found === undefined || !holds(found)) return undefined;
      recent = [found, ...recent.filter((other) => other !== found)].slice(0, keptBlocks);
      return found.texts[index - found.first];
    },
    close: () => db.close(),
  };
}
