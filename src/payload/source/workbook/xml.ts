import { SaxesParser } from 'saxes';
import { damaged } from './archive.ts';

/** The attributes of an element, with their prefixes. */
export type Attributes = Readonly<Record<string, string>>;

/** What to do with the elements of a part. Names have no prefix, because each program has its own. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Takes the text of a part piece by piece. Throws a `CfiError` for text that is not XML, and for a DTD. */
export interface XmlReader {
  write(piece: string): void;
  end(): void;
}

/** No tag, text or comment of a workbook is as long. */
const maxLength = 4 << 20;

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** The value of an attribute with any prefix, or none. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined) return own;
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}

/** Whether an attribute of a switch is on. */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Creates a reader for one part. Its memory is bounded, whatever the part contains. */
export function xmlReader(file: string, part: string, { open, text, close }: XmlHandlers): XmlReader {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let written = 0;
  let reached = 0;
  parser.on('opentag', ({ name, attributes }) => {
    reached = written;
    open(localName(name), attributes);
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('closetag', ({ name }) => {
    reached = written;
    close?.(localName(name));
  });
  parser.on('doctype', () => {
    throw damaged(file, `its part ${part} has a DTD, which no spreadsheet program writes`);
  });
  parser.on('error', (error) => {
    throw damaged(file, `its part ${part} is not XML (${error.message.replace(/^[\d:.\s]+/, '')})`);
  });
  return {
    write(piece) {
      parser.write(piece);
      written += piece.length;
      if (written - reached > maxLength)
        throw damaged(file, `its part ${part} has a text of more than ${maxLength} characters`);
    },
    end: () => void parser.close(),
  };
}

/** Reads a whole part. */
export async function readXml(
  pieces: AsyncIterable<string>,
  file: string,
  part: string,
  handlers: XmlHandlers,
): Promise<void> {
  const reader = xmlReader(file, part, handlers);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}
