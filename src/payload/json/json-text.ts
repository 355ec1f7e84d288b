import { limits } from '../../contract/limits.ts';
import { mostInJson, stringEnd } from '../../text/json.ts';
import { unreadable, unusable } from '../source/sources.ts';

/** The text of one document of a JSON file, and its number, from 1. */
export interface JsonText {
  readonly text: string;
  readonly number: number;
}

const bracketOrQuote = /["{}[\]]/g;

/** Splits JSON text into its documents (one, a list or NDJSON), with one in memory at a time. Checks what is between them. */
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

  const checkSize = (length: number): void => {
    if (length > limits.maxBodyBytes)
      fail(`the document is larger than ${limits.maxBodyBytes} characters, or a bracket in it is not closed`);
  };

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
      bracketOrQuote.lastIndex = at;
      const match = bracketOrQuote.exec(text);
      if (match === null) {
        at = text.length;
        break;
      }
      at = match.index;
      const character = match[0];
      if (character === '"') {
        const end = stringEnd(text, at);
        // The string is read again when more of it is available.
        if (end === -1) break;
        at = end;
        continue;
      }
      at++;
      depth += character === '{' || character === '[' ? 1 : -1;
      if (depth > mostInJson.levels)
        fail(`the document is nested more than ${mostInJson.levels} levels deep`);
      if (depth > 0) continue;
      checkSize(at - start);
      found.push({ text: text.slice(start, at), number });
      start = -1;
      comma = 'needed';
    }
    const keep = start === -1 ? at : start;
    text = text.slice(keep);
    at -= keep;
    if (start !== -1) start = 0;
    checkSize(text.length);
    return found;
  };

  let unread = '';
  for await (const chunk of chunks) {
    unread += chunk;
    // Each look at a document copies what there is of it, so there is no other before it has doubled.
    if (unread.length < text.length) continue;
    text += unread;
    unread = '';
    yield take();
  }
  text += unread;
  yield take();
  if (start !== -1) fail('the document is incomplete: a bracket or a quote is not closed');
  if (list === 'open') fail('the list is not closed');
  if (list === 'none' && number === 0) throw unusable(file, 'is empty');
}
