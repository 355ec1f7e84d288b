import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the package that a bundled file comes from; undefined for a file of our own. */
const packageOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1];

/** Name, version, licence and folder of each package that one of these files comes from, by folder. */
export async function packagesOf(files) {
  const folders = new Set(files.map(packageOf));
  folders.delete(undefined);
  return Promise.all(
    [...folders].sort().map(async (folder) => {
      const text = await readFile(join(folder, 'package.json'), 'utf8');
      const { name, version, license } = JSON.parse(text);
      return { folder, name, version, license };
    }),
  );
}
