import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The texts that the licences of the bundled packages require us to distribute. */
export async function notices(packages) {
  const texts = packages.map(async ({ folder, name, version, license }) => {
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
