import { limits } from '../../contract/limits.ts';
import { unreadable } from '../source/unreadable.ts';

/** The text of one document of a JSON file, and its number, from 1. */
export interface JsonText {
  readonly text: string;
  readonly number: number;
}

/** Bodies are nested three levels deep; a parser would take seconds over a file of brackets. */
const maxDepth = 100;

const structural = /["{}[\]]/g;

/** Index just after a string that begins at `from`; -1 when it does not end in this text. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

/**
 * Cuts JSON text into its documents: one object, the elements of an array, or objects one after the other (NDJSON).
 * Only one document is in memory at a time. What is between documents is checked here, what is in them is not.
 */
export async function* jsonTexts(chunks: AsyncIterable<string>, file: string): AsyncGenerator<JsonText[]> {
  let text = '';
  let number = 0;
  /** Where the current document begins; -1 between documents. */
  let start = -1;
  let at = 0;
  let depth = 0;
  let list = 'none' as 'none' | 'open' | 'closed';
  let comma: 'needed' | 'read' | 'none' = 'none';

  const fail = (message: string): never => {
    throw unreadable(file, number === 0 && start === -1 ? undefined : number, message);
  };

  /** One character between documents. */
  const between = (character: string): void => {
    if (/[\s\ufeff]/.test(character)) return;
    if (list === 'closed') fail('more text follows after the end of the list');
    if (character === '[' && list === 'none' && number === 0) list = 'open';
    else if (character === ']' && list === 'open' && comma !== 'read') list = 'closed';
    else if (character === ',' && list === 'open' && comma === 'needed') comma = 'read';
    else if (character === '{' && (list === 'none' || comma !== 'needed')) {
      start = at;
      number++;
    } else {
      const where = number === 0 ? 'at the beginning' : `after document ${number}`;
      fail(`expected an object ${where}, but found ${JSON.stringify(text.slice(at, at + 20))}`);
    }
  };

  const take = (): JsonText[] => {
    const found: JsonText[] = [];
    while (at < text.length) {
      if (start === -1) {
        between(text[at] as string);
        if (start === -1) {
          at++;
          continue;
        }
      }
      structural.lastIndex = at;
      const match = structural.exec(text);
      if (match === null) {
        at = text.length;
        break;
      }
      at = match.index;
      const character = match[0];
      if (character === '"') {
        const end = stringEnd(text, at);
        // The string is looked at again when more of it is there.
        if (end === -1) break;
        at = end;
        continue;
      }
      at++;
      depth += character === '{' || character === '[' ? 1 : -1;
      if (depth > maxDepth) fail(`the document is nested more than ${maxDepth} levels deep`);
      if (depth > 0) continue;
      found.push({ text: text.slice(start, at), number });
      start = -1;
      if (list === 'open') comma = 'needed';
    }
    const keep = start === -1 ? at : start;
    text = text.slice(keep);
    at -= keep;
    if (start !== -1) start = 0;
    if (text.length > limits.maxBodyBytes)
      fail(`the document is larger than ${limits.maxBodyBytes} characters, or a bracket in it is not closed`);
    return found;
  };

  for await (const chunk of chunks) {
    text += chunk;
    const found = take();
    if (found.length > 0) yield found;
  }
  if (start !== -1) fail('the document ends in the middle: a bracket or a quote is not closed');
  if (list === 'open') fail('the list is not closed');
  if (list === 'none' && number === 0) fail('the file is empty');
}
