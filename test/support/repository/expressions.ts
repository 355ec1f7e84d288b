import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

export interface Expression {
  /** A file below `src`, with slashes. */
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const folder = fileURLToPath(new URL('../../../src/', import.meta.url));

type Literal = Omit<Expression, 'file'>;

/** Adds the expressions of a syntax tree to a list, which takes a fraction of the time of yielding each. */
function collect(node: unknown, into: Literal[]): Literal[] {
  if (node === null || typeof node !== 'object') return into;
  const { type, pattern, flags } = node as Record<string, unknown>;
  if (type === 'RegExpLiteral') into.push({ pattern: String(pattern), flags: String(flags) });
  for (const child of Object.values(node)) collect(child, into);
  return into;
}

const sources = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => file.replaceAll('\\', '/'));

/** The files that create expressions with `RegExp(…)`. */
export const filesThatBuildExpressions = (): string[] =>
  sources().filter((file) => /\bRegExp\(/.test(readFileSync(`${folder}${file}`, 'utf8')));

/** Every regular expression literal in the program's source. */
export function sourceExpressions(): Expression[] {
  return sources()
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const tree = parseSync(readFileSync(`${folder}${file}`, 'utf8'), {
        syntax: 'typescript',
        target: 'es2022',
      });
      return collect(tree, []).map((literal) => ({ file, ...literal }));
    });
}
