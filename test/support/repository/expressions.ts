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

const textOf = (file: string): string => readFileSync(`${folder}${file}`, 'utf8');

/** The files that create expressions with `RegExp(…)`. */
export const filesThatBuildExpressions = (): string[] =>
  sources().filter((file) => /\bRegExp\(/.test(textOf(file)));

const treeOf = (file: string): unknown => parseSync(textOf(file), { syntax: 'typescript', target: 'es2022' });

const modules = (): string[] => sources().filter((file) => file.endsWith('.ts'));

/** Whether a file may have an expression: a slash that neither begins a comment nor is in the path of an import. */
const mayHaveExpressions = (file: string): boolean =>
  textOf(file)
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    .replaceAll(/(?:from |import\()'[^']*'/g, '')
    .includes('/');

/** Every regular expression literal in the program's source. */
export const sourceExpressions = (): Expression[] =>
  modules()
    .filter(mayHaveExpressions)
    .flatMap((file) => collect(treeOf(file), []).map((literal) => ({ file, ...literal })));

function hasSpreadCall(node: unknown, methods: readonly string[]): boolean {
  if (node === null || typeof node !== 'object') return false;
  const call = node as {
    type?: string;
    callee?: { property?: { value?: string } };
    arguments?: { spread?: unknown }[];
  };
  const isOne =
    call.type === 'CallExpression' &&
    methods.includes(call.callee?.property?.value ?? '') &&
    call.arguments?.some(({ spread }) => Boolean(spread)) === true;
  return isOne || Object.values(node).some((child) => hasSpreadCall(child, methods));
}

/** The files in which a list is spread into the arguments of one of these methods. */
export const callsWithSpreads = (methods: readonly string[]): string[] =>
  modules().filter((file) => {
    const text = textOf(file);
    return (
      text.includes('...') &&
      methods.some((method) => text.includes(`.${method}(`)) &&
      hasSpreadCall(treeOf(file), methods)
    );
  });
