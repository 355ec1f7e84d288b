import { posix } from 'node:path';
import { type Archive, type Attributes, attribute, damaged, isOn, readXml } from './archive.ts';
import { builtInCode, type CellFormat, cellFormat } from './number-format.ts';

export type Sheet = Awaited<ReturnType<typeof readBook>>['sheets'][number];

/** Excel has at most 65,490 cell formats of 255 characters, and fewer of all else. */
const [maxListed, maxCharacters] = [65_536, 20_000_000];

const mostKnown = 1000;

/** Counts what is kept of a part. Throws a `CfiError` if that is more than any workbook has. */
function keeper(file: string, part: string) {
  let [entries, characters] = [0, 0];
  return (texts: readonly string[]): void => {
    entries += 1;
    for (const { length } of texts) characters += length;
    if (entries > maxListed || characters > maxCharacters)
      throw damaged(file, `its part ${part} lists too much`);
  };
}

/** The relations of a part to others inside the archive. What is outside is never looked at. */
async function relationsOf(archive: Archive, file: string, part: string) {
  const folder = posix.dirname(part);
  const own = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: { readonly id: string; readonly type: string; readonly part: string }[] = [];
  if (!archive.has(own)) return relations;
  const keep = keeper(file, own);
  await readXml(archive.text(own), file, own, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode?.toLowerCase() === 'external') return;
      keep([id, type, target]);
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      // The last word of a type is the same in both versions of the standard.
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: path });
    },
  });
  return relations;
}

/** Reads the structure of a workbook. Throws a `CfiError` if it is damaged. */
export async function readBook(archive: Archive, file: string) {
  // The part in which an Office document of any kind begins.
  const first = (await relationsOf(archive, file, '')).find(({ type }) => type === 'officeDocument');
  const main = first?.part ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, file, main);
  const listed: Attributes[] = [];
  const keep = keeper(file, main);
  /** Dates count from 1904 instead of 1900. */
  let is1904 = false;
  await readXml(archive.text(main), file, main, {
    open(name, attributes) {
      if (name === 'sheet') {
        keep(Object.values(attributes));
        listed.push(attributes);
      } else if (name === 'workbookPr') is1904 = isOn(attributes.date1904);
    },
  });
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets = listed.map((attributes) => {
    const { name = '', state = 'visible' } = attributes;
    const relation = byId.get(attribute(attributes, 'id') ?? '');
    if (relation === undefined) throw damaged(file, `the part of its sheet ${name} is missing`);
    const isHidden = state !== 'visible';
    // A chart has no cells.
    return relation.type === 'worksheet' ? { name, isHidden, part: relation.part } : { name, isHidden };
  });
  // A small file could otherwise have one large part read any number of times.
  const parts = sheets.flatMap(({ part }) => part?.toLowerCase() ?? []);
  if (new Set(parts).size < parts.length) throw damaged(file, 'two of its sheets are in the same part');
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && archive.has(relation.part))?.part;
  return { sheets, is1904, styles: partOf('styles'), sharedStrings: partOf('sharedStrings') };
}

export type Formats = Awaited<ReturnType<typeof readFormats>>;

/** Reads the formats of a workbook from its part with styles, if it has one. */
export async function readFormats(archive: Archive, file: string, part: string | undefined) {
  const general = cellFormat('General');
  if (part === undefined) return () => general;
  const codes = new Map<number, string>();
  const styles: number[] = [];
  // Conditional formats have numbers of their own, which may be those of other formats.
  let list = '';
  const keep = keeper(file, part);
  await readXml(archive.text(part), file, part, {
    open(name, attributes) {
      if (['numFmts', 'cellStyleXfs', 'cellXfs', 'dxfs'].includes(name)) list = name;
      else if (name === 'numFmt' && list === 'numFmts') {
        keep([attributes.formatCode ?? '']);
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      } else if (name === 'xf' && list === 'cellXfs') {
        keep([]);
        styles.push(Number(attributes.numFmtId ?? 0));
      }
    },
  });
  const known = new Map<number, CellFormat>();
  const formatOf = (id: number): CellFormat => {
    const format = known.get(id) ?? cellFormat(codes.get(id) ?? builtInCode(id));
    // No real workbook uses as many.
    if (known.size >= mostKnown) known.clear();
    known.set(id, format);
    return format;
  };
  return (style: string | undefined) => {
    const id = styles[Number(style ?? 0)];
    return id === undefined ? general : formatOf(id);
  };
}
