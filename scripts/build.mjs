// Bundles src into dist: npm run build. The program and the library are one bundle of CommonJS files, which Node loads by
// itself; `import()` in the sources says what is loaded only when it is needed.
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { billOfMaterials, npmComponent } from './bundle/bill-of-materials.mjs';
import { notices } from './bundle/notices.mjs';
import { packagesOf } from './bundle/packages.mjs';
import { buildPage, builtPage } from './bundle/page.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { name, version, license } = JSON.parse(await readFile(path('package.json'), 'utf8'));

const page = await buildPage();

const bundle = await rolldown({
  cwd: path('.'),
  input: { main: 'src/main.ts', 'library/emulator': 'src/library/emulator.ts' },
  platform: 'node',
  // libsql picks its native file when it is loaded.
  external: [/^libsql\b/],
  transform: { target: 'node20', define: { CFI_VERSION: JSON.stringify(version) } },
  plugins: [
    {
      name: 'with the page',
      load: (id) => (builtPage.test(id) ? { code: page.contents, moduleType: 'js' } : undefined),
    },
  ],
});
// Built beside it and moved into place, so that a running test or command never sees half a build.
const fresh = path(`dist.${process.pid}`);
const { output } = await bundle.write({
  dir: fresh,
  format: 'cjs',
  minify: true,
  comments: false,
  // Node loads its own parts several times faster for require() than for import().
  dynamicImportInCjs: false,
  entryFileNames: '[name].js',
  chunkFileNames: 'parts/[name]-[hash].js',
});
await writeFile(`${fresh}/package.json`, '{"type":"commonjs"}\n');
await writeFile(
  `${fresh}/library/emulator.mjs`,
  "import library from './emulator.js';\nexport const { EmulatorError, startEmulator } = library;\n",
);
await copyFile(path('src/library/types.ts'), `${fresh}/library/emulator.d.ts`);
await writeFile(`${fresh}/library/emulator.d.mts`, "export * from './emulator.js';\n");

const files = [
  ...output.flatMap(({ moduleIds = [] }) => moduleIds),
  ...Object.keys(page.metafile.inputs).map((file) => resolve(path('.'), file)),
];
const packages = await packagesOf(files);
await writeFile(`${fresh}/licenses.txt`, await notices(packages));
const bill = billOfMaterials(npmComponent({ name, version, license }), packages.map(npmComponent));
await writeFile(`${fresh}/bom.json`, `${JSON.stringify(bill)}\n`);

const former = `${fresh}.former`;
await rename(path('dist'), former).catch(() => {});
await rename(fresh, path('dist'));
await rm(former, { recursive: true, force: true });
