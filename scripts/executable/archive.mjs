import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programTexts } from '../bundle/program-file.mjs';

const isAscii = (text) => text.every((byte) => byte < 0x80);

/** The modules of the built program. */
export function programModules(dist) {
  return [{ name: 'main.js', text: readFileSync(join(dist, 'main.js'), 'utf8') }, ...programTexts(dist)];
}

/** The modules of a folder in one piece, each text followed by its compiled code, and the position of each. */
export function archived(folder) {
  const parts = [];
  const table = {};
  let at = 0;
  for (const name of readdirSync(folder).filter((each) => /\.c?js$/.test(each))) {
    const text = readFileSync(join(folder, name));
    const codeFile = join(folder, `${name}.code`);
    const code = existsSync(codeFile) ? readFileSync(codeFile) : Buffer.alloc(0);
    const middle = at + text.length;
    const end = middle + code.length;
    table[name] = { encoding: isAscii(text) ? 'latin1' : 'utf8', start: at, middle, end };
    parts.push(text, code);
    at = end;
  }
  return { modules: Buffer.concat(parts), table };
}
