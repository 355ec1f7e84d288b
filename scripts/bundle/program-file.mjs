import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const isAscii = (text) => text.every((byte) => byte < 0x80);

/**
 * The texts of the program's modules in one piece, and the table that `src/modules/program-file.ts` reads it with. The
 * build's name differs between builds of the same version: kept compiled code fits only the text it was compiled from.
 */
export function programFile(version, texts) {
  const hash = createHash('sha256');
  const modules = {};
  const parts = [];
  let start = 0;
  for (const [module, text] of texts) {
    const part = Buffer.from(text);
    const end = start + part.length;
    hash.update(`${module}\0${text}\0`);
    modules[module] = { encoding: isAscii(part) ? 'latin1' : 'utf8', start, end };
    parts.push(part);
    start = end;
  }
  const build = `${version}-${hash.digest('hex').slice(0, 16)}`;
  return { build, table: { build, modules }, content: Buffer.concat(parts) };
}

/** The modules of a built program: the name and the text of each. */
export function programTexts(folder) {
  const { build, modules } = JSON.parse(readFileSync(join(folder, 'program.json'), 'utf8'));
  const content = readFileSync(join(folder, `program-${build}`));
  return Object.entries(modules).map(([name, { encoding, start, end }]) => ({
    name,
    text: content.toString(encoding, start, end),
  }));
}
