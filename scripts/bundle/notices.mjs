import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the package that a bundled file comes from; undefined for a file of our own. */
const packageOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** What the licences of the bundled packages ask to be handed on with them. */
export async function notices(root, { inputs }) {
  const folders = new Set(Object.keys(inputs).map(packageOf));
  folders.delete(undefined);
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(join(root, folder))).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : await readFile(join(root, folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
