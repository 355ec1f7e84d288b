import { type Archive, damaged } from './archive.ts';
import { cellPlace } from './cell-place.ts';
import { readXml } from './xml.ts';

/** Tells whether a cell belongs to a merged one and is not its first. Rows must be asked about in order. */
export type IsCovered = (line: number, index: number) => boolean;

interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const maxRanges = 200_000;
const markers = [Buffer.from('mergeCell'), Buffer.from('mergeCell', 'utf16le')];
const longest = 18;

/** Whether a text holds the marker, wherever its pieces are cut. */
async function mentionsMerges(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  let isFound = false;
  // Read to the end, because that checks the part.
  for await (const piece of pieces) {
    isFound ||= markers.some(
      (marker) =>
        piece.includes(marker) || Buffer.concat([tail, piece.subarray(0, marker.length)]).includes(marker),
    );
    tail = piece.subarray(-longest);
  }
  return isFound;
}

function rangeOf(reference: string): Range | undefined {
  const [from = '', to = from] = reference.split(':');
  const [first, last] = [cellPlace(from), cellPlace(to)];
  if (first === undefined || last === undefined) return undefined;
  return { top: first.line, bottom: last.line, left: first.index, right: last.index };
}

/**
 * Reads which cells of a sheet are merged. They stand behind the rows, so this reads the sheet to its end, and finds it sound or throws a `CfiError`.
 */
export async function readMerges(
  { bytes, text }: Pick<Archive, 'bytes' | 'text'>,
  file: string,
  part: string,
): Promise<IsCovered | undefined> {
  if (!(await mentionsMerges(bytes(part)))) return undefined;
  const ranges: Range[] = [];
  await readXml(text(part), file, part, {
    open(name, { ref = '' }) {
      const range = name === 'mergeCell' ? rangeOf(ref) : undefined;
      if (range !== undefined) ranges.push(range);
      if (ranges.length > maxRanges) throw damaged(file, `its part ${part} has too many merged cells`);
    },
  });
  ranges.sort((a, b) => a.top - b.top);
  let next = 0;
  let line = 0;
  let active: Range[] = [];
  return (at, index) => {
    if (at !== line) {
      line = at;
      active = active.filter(({ bottom }) => bottom >= at);
      for (let range = ranges[next]; range !== undefined && range.top <= at; range = ranges[next]) {
        if (range.bottom >= at) active.push(range);
        next++;
      }
    }
    return active.some(
      ({ top, left, right }) => index >= left && index <= right && (at > top || index > left),
    );
  };
}
