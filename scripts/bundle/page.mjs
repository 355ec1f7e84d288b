import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../../src/emulator/page/', import.meta.url));

/** The name of the module that holds the page's files. */
export const builtPage = /[\\/]src[\\/]emulator[\\/]page[\\/]built\.ts$/;

/** Builds the page: returns the module that holds its files as text, and the inputs of its script. */
export async function buildPage() {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}main.tsx`, `${folder}page.css`],
    tsconfig: `${folder}tsconfig.json`,
    outdir: folder,
    absWorkingDir: fileURLToPath(new URL('../../', import.meta.url)),
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const [script, style] = ['.js', '.css'].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end)).text,
  );
  const source = (name) => readFile(folder + name, 'utf8');
  const files = {
    'index.html': { type: 'text/html; charset=utf-8', text: await source('index.html') },
    'page.js': { type: 'text/javascript; charset=utf-8', text: script },
    'page.css': { type: 'text/css; charset=utf-8', text: style },
    'icon.svg': { type: 'image/svg+xml', text: await source('icon.svg') },
  };
  return { contents: `export const pageFiles = ${JSON.stringify(files)};`, metafile };
}
