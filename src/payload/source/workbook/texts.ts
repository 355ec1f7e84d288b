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
const blockSize = 128;
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
  const db = openTemporary('CREATE TEMP TABLE blocks (id INTEGER PRIMARY KEY, texts TEXT NOT NULL)');
  let block: string[] = [];
  let written = 0;
  const recent = new Map<number, readonly string[]>();
  const write = (): void => {
    db.run('INSERT INTO blocks VALUES (?, ?)', [written++, JSON.stringify(block)]);
    block = [];
  };
  const read = (id: number): readonly string[] | undefined => {
    const found = db.get<{ texts: string }>('SELECT texts FROM blocks WHERE id = ?', [id]);
    return found && (JSON.parse(found.texts) as string[]);
  };
  return {
    add(text: string): void {
      block.push(text);
      if (block.length === blockSize) write();
    },
    complete: write,
    at(index: number): string | undefined {
      const id = Math.floor(index / blockSize);
      const texts = recent.get(id) ?? read(id);
      if (texts === undefined) return undefined;
      // The block that was used longest ago is the first.
      recent.delete(id);
      recent.set(id, texts);
      const [oldest] = recent.keys();
      if (recent.size > keptBlocks && oldest !== undefined) recent.delete(oldest);
      return texts[index % blockSize];
    },
    close: () => db.close(),
  };
}
