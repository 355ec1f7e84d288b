import { parseSync } from '@swc/core';

const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
const swaps = { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' };

/** Visits every node of a tree that exists at run time, outer nodes first. */
function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
    return;
  }
  if (node.type?.startsWith('Ts') && node.expression === undefined) return;
  if (node.type === 'ImportDeclaration') return;
  visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

/**
 * Every small change to a TypeScript source: `by` replaces the bytes from `start` to `end`. `within` is the expression
 * around it, as another range of bytes; absent when a call cannot replace it.
 */
function editsOf(bytes) {
  // Positions count from the first token, so one of our own goes before it.
  const tree = parseSync(`;${bytes}`, { syntax: 'typescript', target: 'es2022' });
  const base = tree.body[0].span.start + 1;
  const found = [];
  const range = ({ span }) => [span.start - base, span.end - base];
  const text = (node) => bytes.subarray(...range(node)).toString();
  const replace = (node, by, within = node) => {
    const [start, end] = range(node);
    found.push({ start, end, by, within: within === null ? undefined : range(within) });
  };

  walk(tree.body.slice(1), (node) => {
    const { type } = node;
    if (type === 'BinaryExpression' && operators[node.operator] !== undefined) {
      const [start, end] = [range(node.left)[1], range(node.right)[0]];
      const by = bytes.subarray(start, end).toString().replace(node.operator, operators[node.operator]);
      found.push({ start, end, by, within: range(node) });
    }
    if (type === 'BooleanLiteral') replace(node, String(!node.value));
    // The key of an object is one too, but not an expression.
    if (type === 'NumericLiteral') replace(node, String(node.value + 1), null);
    if (type === 'UnaryExpression' && node.operator === '!') replace(node, text(node.argument));
    if (type === 'ConditionalExpression' || type === 'IfStatement') {
      replace(node.test, 'true');
      replace(node.test, 'false');
    }
    if (type === 'ReturnStatement' && node.argument) replace(node.argument, 'undefined');
    if (type === 'ThrowStatement') replace(node, ';', node.argument);
    if (type === 'ExpressionStatement' && node.expression.type === 'CallExpression')
      replace(node, ';', node.expression);
    if (type === 'MemberExpression' && Object.hasOwn(swaps, node.property.value ?? ''))
      replace(node.property, swaps[node.property.value], null);
  });
  return found.filter(({ start, end, by }) => bytes.subarray(start, end).toString() !== by);
}

/** The changes to a source, in source order: the line, the original text, its replacement, and the whole new text. */
export function changesOf(source) {
  const bytes = Buffer.from(source);
  return editsOf(bytes).map(({ start, end, by, within }) => ({
    line: bytes.subarray(0, start).toString().split('\n').length,
    was: bytes.subarray(start, end).toString().trim(),
    by: by.trim(),
    watched: within !== undefined,
    text: Buffer.concat([bytes.subarray(0, start), Buffer.from(by), bytes.subarray(end)]).toString(),
  }));
}

/**
 * The same source, instrumented to add the number of each change to the set `globalThis.reached` when execution reaches
 * it; numbers start at `first`.
 */
export function watchedSource(source, first) {
  const bytes = Buffer.from(source);
  const inserts = editsOf(bytes).flatMap(({ within }, index) => {
    if (within === undefined) return [];
    const [start, end] = within;
    return [
      { at: start, opens: true, length: end - start, text: `(globalThis.reached?.add(${first + index}),` },
      { at: end, opens: false, length: end - start, text: ')' },
    ];
  });
  // When several begin at one place, the longest goes first; when several end there, the shortest does, before any that
  // begins.
  inserts.sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.opens) - Number(b.opens) ||
      (a.opens ? b.length - a.length : a.length - b.length),
  );
  const parts = [];
  let from = 0;
  for (const { at, text } of inserts) {
    parts.push(bytes.subarray(from, at), Buffer.from(text));
    from = at;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]).toString();
}
