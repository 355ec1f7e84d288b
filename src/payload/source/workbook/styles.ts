import { builtInCode, type CellFormat, cellFormat } from './number-format.ts';
import { readXml } from './xml.ts';

/** The formats of a workbook's cells, by the number of their style. */
export type Formats = (style: string | undefined) => CellFormat;

/** Formats for a workbook without styles. */
export const generalFormats = (): Formats => {
  const general = cellFormat('General');
  return () => general;
};

/** Reads the formats of a workbook. */
export async function readFormats(
  pieces: AsyncIterable<string>,
  file: string,
  part: string,
): Promise<Formats> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let isOfCells = false;
  await readXml(pieces, file, part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) styles.push(Number(attributes.numFmtId ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  const general = cellFormat('General');
  const known = new Map<number, CellFormat>();
  const byStyle = styles.map((id) => {
    const format = known.get(id) ?? cellFormat(codes.get(id) ?? builtInCode(id));
    known.set(id, format);
    return format;
  });
  return (style) => byStyle[Number(style ?? 0)] ?? general;
}
