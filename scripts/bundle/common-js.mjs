import { transform } from 'esbuild';

/**
 * Converts a bundled ES module to CommonJS, which Node loads sooner: without its asynchronous loader, `cfi --version`
 * takes 6 ms less. esbuild itself splits a program into files only as ES modules.
 */
export async function commonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    // `import()` becomes require() too, in a promise.
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
  });
  return code;
}

/**
 * A CommonJS module as the program's own loader reads it (src/modules/loader.ts). Wrapping it here and not there saves
 * two copies of the text at each start.
 */
export const asFunction = (text) => `(function (exports, require, module) {${text}\n})\n`;
