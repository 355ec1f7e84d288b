import { expect, it } from 'vitest';
import { csvRows } from '../../../src/payload/source/csv-rows.ts';

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 1 << 16) yield text.slice(at, at + (1 << 16));
}

async function lengthOf(text: string): Promise<number> {
  let length = 0;
  for await (const { rows } of csvRows(piecesOf(text), 'a.csv')) length += rows.length;
  return length;
}

it('a text is not CSV with a record of more than a million characters', async () => {
  const most = 1 << 20;
  const cell = 'x'.repeat(most - 2);
  expect(await lengthOf(`a,b\n${cell},1\n2,3\n`)).toBe(3);
  expect(await lengthOf(`a,b\n"${cell.slice(2)}",1\n2,3\n`)).toBe(3);
  await expect(lengthOf(`a,b\n1,2\n\n${cell}${cell},1\n`)).rejects.toThrow(
    'a.csv:4: a row is longer than a million characters',
  );
  await expect(lengthOf(`a,b\n"1",2\n${cell}${cell},1\n`)).rejects.toThrow(
    'a.csv:3: a row is longer than a million characters',
  );
  await expect(lengthOf(`a,b\n1,"${cell}${cell}`)).rejects.toThrow(
    'a.csv:2: a quote opens a cell here and is never closed',
  );
  await expect(lengthOf(`${cell}${cell}${cell}`)).rejects.toThrow('a.csv:1: a row is longer');
});
