import { transform } from 'esbuild';

/**
 * Converts a bundled ES module to CommonJS, which Node loads sooner: without its asynchronous loader, `cfi --version`
 * takes 6 ms less. esbuild itself splits a program into files only as ES modules.
 */
export async function commonJs(text) {
  const { code } = await transform(withPlainExports(withPlainImports(text)), {
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

const importOfPart = /import(?:\{([^}]*)\}from)?"(\.\/[^"]*)";/y;
const lastExport = /export\{([^}]*)\};\s*$/;

/** `a as b, c` of an import or export statement, as members of an object. */
const members = (names) =>
  names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .map(([from, to = from]) => [from, to]);

/**
 * esbuild gives a CommonJS module getters that call other getters, so each use of an imported name calls both: a
 * tenth of the time of a dry run. Exported values never change, so plain variables and members will do.
 */
function withPlainImports(text) {
  let plain = '';
  importOfPart.lastIndex = 0;
  let at = 0;
  for (let found = importOfPart.exec(text); found !== null; found = importOfPart.exec(text)) {
    const [, names, file] = found;
    const target = names === undefined ? '' : `var{${members(names).map((pair) => pair.join(':'))}}=`;
    plain += `${target}require(${JSON.stringify(file)});`;
    at = importOfPart.lastIndex;
  }
  return plain + text.slice(at);
}

function withPlainExports(text) {
  return text.replace(lastExport, (_, names) => {
    const pairs = members(names).map(([own, exported]) => `${exported}:${own}`);
    return `module.exports={__esModule:!0,${pairs}};`;
  });
}

/** Throws if files import each other in a circle: each takes the values of the others when it is loaded. */
export function checkNoCircle(outputs) {
  const finished = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) throw new Error(`files import each other: ${[...path, file].join(', ')}`);
    if (finished.has(file)) return;
    for (const { path: next, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') visit(next, [...path, file]);
    finished.add(file);
  };
  for (const file in outputs) visit(file, []);
}

/**
 * A CommonJS module as the program's own loader reads it (src/modules/loader.ts). Wrapping it here and not there saves
 * two copies of the text at each start.
 */
export const asFunction = (text) => `(function (exports, require, module) {${text}\n})\n`;
