import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the package that a bundled file comes from; undefined for a file of our own. */
const packageOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** The package.json of each package that esbuild put into the program, by folder. */
export async function bundledPackages(root, { inputs }) {
  const folders = new Set(Object.keys(inputs).map(packageOf));
  folders.delete(undefined);
  return Promise.all(
    [...folders].sort().map(async (folder) => {
      const text = await readFile(join(root, folder, 'package.json'), 'utf8');
      const { name, version, license } = JSON.parse(text);
      return { folder: join(root, folder), name, version, license };
    }),
  );
}
