// Checks that every function and class that src exports has a doc comment. Prints each one without, and exits with 1 if
// there are any.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const folder = fileURLToPath(new URL('../src/', import.meta.url));

/** The names of the functions and classes that an exported declaration introduces. */
function namesOf({ type, identifier, declarations }) {
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') return [identifier.value];
  const constants = type === 'VariableDeclaration' ? declarations : [];
  return constants.filter(({ init }) => init?.type === 'ArrowFunctionExpression').map(({ id }) => id.value);
}

/** Whether the text before a declaration ends with a doc comment. */
const isDocumented = (before) =>
  /\*\/\s*$/.test(before) && before.lastIndexOf('/**') > before.lastIndexOf('/* ');

/** The exported names of a source without a doc comment, with their lines. */
function undocumented(source) {
  const bytes = Buffer.from(source);
  // Positions count from the first token, so one of our own goes before it.
  const [first, ...body] = parseSync(`;${source}`, { syntax: 'typescript', target: 'es2022' }).body;
  return body
    .filter(({ type }) => type === 'ExportDeclaration')
    .flatMap(({ span, declaration }) => {
      const before = bytes.subarray(0, span.start - first.span.start - 1).toString();
      if (isDocumented(before)) return [];
      return namesOf(declaration).map((name) => `${before.split('\n').length}: ${name}`);
    });
}

const missing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .sort()
  .flatMap((file) =>
    undocumented(readFileSync(folder + file, 'utf8')).map((place) => `src/${file}:${place}`),
  );
for (const place of missing) console.error(`${place} has no doc comment`);
process.exitCode = missing.length > 0 ? 1 : 0;
