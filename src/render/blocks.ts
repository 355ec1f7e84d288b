import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { withoutTrailing } from '../text/words.ts';
import { cellForPeople, isTimeMark, timeTexts } from './cell.ts';
import type { Block, Look } from './result.ts';
import { widthOf, wrapText } from './width.ts';

/** Blocks for people, one below the other, and notices about them for standard error. */
export async function blocksText(
  blocks: readonly Block[],
  look: Look,
): Promise<{ text: string; notices: string[] }> {
  const shown: string[] = [];
  const notices: string[] = [];
  const dropped = new Set<string>();
  for (const block of blocks) {
    const { text, hidden } = await blockText(block, look);
    if (text !== '') shown.push(text);
    for (const header of hidden) dropped.add(header);
  }
  if (dropped.size > 0) {
    notices.push(`hidden to fit: ${[...dropped].join(', ')}; --out or -o csv shows all`);
  }
  return { text: shown.length === 0 ? '' : `${shown.join('\n\n')}\n`, notices };
}

async function blockText(block: Block, look: Look): Promise<{ text: string; hidden: readonly string[] }> {
  if (look.accessible) return { text: linearText(block, look), hidden: [] };
  switch (block.kind) {
    case 'text':
      return { text: wrappedText(withoutTrailing(sanitizeText(block.text), '\n'), look.width), hidden: [] };
    case 'fields':
      return { text: titled(block.title, fieldLines(block.fields, look)), hidden: [] };
    case 'table': {
      if (block.rows.length === 0)
        return { text: titled(block.title, block.empty ?? 'nothing to show'), hidden: [] };
      const { tableText } = await import('./table.ts');
      const { text, below, dropped } = await tableText(block, look);
      const full = below === '' ? '' : `\n${wrappedText(below, look.width)}`;
      return { text: titled(block.title, text + full), hidden: dropped };
    }
  }
}

/** A block for a screen reader: each name beside its value, and a record of a table below the other. */
function linearText(block: Block, { now }: Look): string {
  const record = (fields: readonly (readonly [string, unknown])[]): string =>
    namedTexts(fields, now)
      .map(([name, text]) => `${name} ${text}`)
      .join('\n');
  switch (block.kind) {
    case 'text':
      return withoutTrailing(sanitizeText(block.text), '\n');
    case 'fields':
      return titled(block.title, record(block.fields));
    case 'table': {
      const columns = block.columns.filter(({ csvOnly, bar }) => csvOnly !== true && bar !== true);
      const records = block.rows.map((row) =>
        record(
          columns.map(
            ({ header, value, time }) => [header, time ? { time: value(row) } : value(row)] as const,
          ),
        ),
      );
      if (records.length === 0) return titled(block.title, block.empty ?? 'nothing to show');
      return titled(block.title, `${block.title === undefined ? '' : '\n'}${records.join('\n\n')}`);
    }
  }
}

/** Breaks lines at words; a continuation line keeps the indent and adds two columns. */
function wrappedText(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (widthOf(line) <= width) return [line];
    const indent = /^ */.exec(line)?.[0] ?? '';
    const [first = '', ...rest] = wrapText(line.trimStart(), Math.max(1, width - indent.length - 2));
    return [indent + first, ...rest.map((more) => `${indent}  ${more}`)];
  });
  return lines.join('\n');
}

const titled = (title: string | undefined, text: string): string =>
  title === undefined || text === '' ? text : `${sanitizeLine(title)}\n${text}`;

/** Minimum width for a value beside its name; with less, the value starts on the next line. */
const narrowest = 20;

/** Names, with a colon, and the texts of their values, without those that have none. */
function namedTexts(
  fields: readonly (readonly [string, unknown])[],
  now: number | undefined,
): readonly (readonly [name: string, text: string])[] {
  const times = timeTexts(
    fields.map(([, value]) => (isTimeMark(value) ? value.time : undefined)),
    now,
  );
  return fields
    .map(
      ([name, value], at) =>
        [`${sanitizeLine(name)}:`, isTimeMark(value) ? (times[at] ?? '') : cellForPeople(value)] as const,
    )
    .filter(([, text]) => text !== '');
}

/** Aligned names and values; a value too long for the terminal continues below its start. */
function fieldLines(fields: readonly (readonly [string, unknown])[], { width: screen, now }: Look): string {
  const rows = namedTexts(fields, now);
  const width = Math.max(0, ...rows.map(([name]) => widthOf(name)));
  const room = screen === undefined ? Number.POSITIVE_INFINITY : screen - width - 2;
  return rows
    .flatMap(([name, text]) => {
      const padded = name + ' '.repeat(width - widthOf(name));
      if (room >= narrowest || screen === undefined)
        return wrapText(text, room).map((line, at) => `${at === 0 ? padded : ' '.repeat(width)}  ${line}`);
      const fits = widthOf(`${padded}  ${text}`) <= screen;
      return fits
        ? [`${padded}  ${text}`]
        : [name, ...wrapText(text, Math.max(1, screen - 2)).map((line) => `  ${line}`)];
    })
    .join('\n');
}
