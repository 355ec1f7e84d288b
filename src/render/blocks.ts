import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { withoutTrailing } from '../text/trim.ts';
import { cellForPeople, isTimeMark, timeText } from './cell.ts';
import type { Block } from './result.ts';
import type { View } from './view.ts';

/** Blocks for people, one below the other, and what to say about them besides. */
export async function blocksText(
  blocks: readonly Block[],
  view: View,
): Promise<{ text: string; notices: string[] }> {
  const shown: string[] = [];
  const notices: string[] = [];
  const dropped = new Set<string>();
  for (const block of blocks) {
    const { text, hidden } = await blockText(block, view);
    if (text !== '') shown.push(text);
    for (const header of hidden) dropped.add(header);
  }
  if (dropped.size > 0) {
    notices.push(
      `not shown for lack of room: ${[...dropped].join(', ')} (a wider terminal, or --output csv)`,
    );
  }
  return { text: shown.length === 0 ? '' : `${shown.join('\n\n')}\n`, notices };
}

async function blockText(block: Block, view: View): Promise<{ text: string; hidden: readonly string[] }> {
  switch (block.kind) {
    case 'text':
      return { text: withoutTrailing(sanitizeText(block.text), '\n'), hidden: [] };
    case 'fields':
      return { text: titled(block.title, fieldLines(block.fields)), hidden: [] };
    case 'table': {
      if (block.rows.length === 0)
        return { text: titled(block.title, block.empty ?? 'nothing to show'), hidden: [] };
      const { tableText } = await import('./table.ts');
      const { text, dropped } = await tableText(block, view);
      return { text: titled(block.title, text), hidden: dropped };
    }
  }
}

const titled = (title: string | undefined, text: string): string =>
  title === undefined || text === '' ? text : `${sanitizeLine(title)}\n${text}`;

function fieldLines(fields: readonly (readonly [string, unknown])[]): string {
  const rows = fields
    .map(
      ([name, value]) =>
        [`${sanitizeLine(name)}:`, isTimeMark(value) ? timeText(value.time) : cellForPeople(value)] as const,
    )
    .filter(([, text]) => text !== '');
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}
