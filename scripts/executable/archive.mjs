import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asFunction } from '../bundle/common-js.mjs';

const isAscii = (text) => text.every((byte) => byte < 0x80);

/** The modules of the built program, with the one that replaces libsql. */
export function programModules(dist, sqlite) {
  const names = readdirSync(dist).filter((name) => /\.c?js$/.test(name));
  const files = names.map((name) => ({ name, text: readFileSync(join(dist, name), 'utf8') }));
  const text = asFunction(readFileSync(sqlite, 'utf8'));
  return [...files, { name: 'sqlite.cjs', text }];
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
