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

const runsLater =
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|PrivateMethod|Constructor|MethodProperty|GetterProperty|SetterProperty)$/;

/**
 * Visits every node of a tree that exists at run time, outer nodes first. `inFunction`: it does not run when the module is
 * loaded.
 */
function walk(node, visit, inFunction = false) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit, inFunction);
    return;
  }
  if (node.type?.startsWith('Ts') && node.expression === undefined) return;
  if (node.type === 'ImportDeclaration') return;
  visit(node, inFunction);
  const inner = inFunction || runsLater.test(node.type ?? '');
  for (const [name, child] of Object.entries(node)) {
    // The number of a property is not an expression.
    if (name === 'key' && child?.type === 'NumericLiteral') continue;
    walk(child, visit, inner);
  }
}

/** Ways to put a change into the source, so that `chosen` decides at run time whether it applies. */
const forms = {
  expression: (chosen, original, changed) => `(${chosen}?${changed}:${original})`,
  statement: (chosen, original) => `{if(!${chosen})${original}}`,
  entry: (chosen, original, empty) => `...(${chosen}?[]:${empty[0]}${original}${empty[1]})`,
  member: (chosen, original, changed) =>
    `${original.startsWith('?.') ? '?.' : ''}[${chosen}?'${changed}':'${original.replace(/^\??\./, '')}']`,
};

const nameOfChosen = (number) => `globalThis.isChosen?.(${number})`;

/**
 * Every small change to a TypeScript source, outer ones first: the line, the original text and its replacement, and the
 * range of bytes that `form` replaces with `changed`. `whileLoading`: it runs when the module is loaded.
 */
function editsOf(bytes) {
  // Positions count from the first token, so one of our own goes before it.
  const tree = parseSync(`;${bytes}`, { syntax: 'typescript', target: 'es2022' });
  const base = tree.body[0].span.start + 1;
  const found = [];
  let whileLoading = true;
  const range = ({ span }) => [span.start - base, span.end - base];
  const slice = (start, end) => bytes.subarray(start, end).toString();
  const text = (node) => slice(...range(node));
  const add = (form, [start, end], changed, was = slice(start, end), by = changed) => {
    if (was === by) return;
    const line = slice(0, start).split('\n').length;
    found.push({ form, start, end, changed, line, was: was.trim(), by: by.trim(), whileLoading });
  };
  const replace = (node, by) => add('expression', range(node), by);
  /** An entry of a list or an object, without which the literal is `empty`. */
  const leaveOut = (first, last, empty) => {
    const at = [first.start - base, last.end - base];
    add('entry', at, empty, slice(...at), 'nothing');
  };
  const isCall = ({ type, argument }) =>
    type === 'CallExpression' || (type === 'AwaitExpression' && argument.type === 'CallExpression');

  walk(tree.body.slice(1), (node, inFunction) => {
    const { type } = node;
    whileLoading = !inFunction;
    if (type === 'BinaryExpression' && operators[node.operator] !== undefined) {
      const by = operators[node.operator];
      const changed = `((${text(node.left)})${by}(${text(node.right)}))`;
      add('expression', range(node), changed, `${text(node.left)} ${node.operator}`, `${by}`);
    }
    if (type === 'BooleanLiteral') replace(node, String(!node.value));
    if (type === 'NumericLiteral') replace(node, String(node.value + 1));
    if (type === 'UnaryExpression' && node.operator === '!') replace(node, text(node.argument));
    if (type === 'ConditionalExpression' || type === 'IfStatement') {
      replace(node.test, 'true');
      replace(node.test, 'false');
    }
    // A caller that asks whether something is false sees no difference.
    if (type === 'ReturnStatement' && node.argument && !/^false$|satisfies never$/.test(text(node.argument)))
      replace(node.argument, 'undefined');
    if (type === 'ThrowStatement' || (type === 'ExpressionStatement' && isCall(node.expression)))
      add('statement', range(node), ';');
    if (type === 'ArrayExpression')
      for (const { spread, expression } of node.elements.filter(Boolean))
        leaveOut(spread ?? expression.span, expression.span, '[]');
    if (type === 'ObjectExpression')
      for (const each of node.properties) {
        if (each.type === 'KeyValueProperty') leaveOut(each.key.span, each.value.span, '{}');
        if (each.type === 'SpreadElement') leaveOut(each.spread, each.arguments.span, '{}');
        if (each.type === 'Identifier') leaveOut(each.span, each.span, '{}');
      }
    if (type === 'MemberExpression' && Object.hasOwn(swaps, node.property.value ?? ''))
      add('member', [range(node.object)[1], range(node.property)[1]], swaps[node.property.value]);
  });
  return found;
}

/**
 * The changes to a source, each with its line, original text, replacement and whether it runs while the module loads, and the source that contains all of them:
 * where execution reaches change `n`, it calls `globalThis.isChosen(n)`, and the change applies if that returns true.
 * Numbers start at `first`.
 */
export function withChanges(source, first) {
  const bytes = Buffer.from(source);
  const edits = editsOf(bytes).map((edit, index) => ({ ...edit, number: first + index }));
  const outerFirst = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);

  let next = 0;
  /** The text from `start` to `end`; the edits inside it are the next ones. */
  const rendered = (start, end) => {
    let done = '';
    let from = start;
    while (next < outerFirst.length && outerFirst[next].start < end) {
      const edit = outerFirst[next];
      next += 1;
      done += bytes.subarray(from, edit.start);
      done += forms[edit.form](nameOfChosen(edit.number), rendered(edit.start, edit.end), edit.changed);
      from = edit.end;
    }
    return done + bytes.subarray(from, end);
  };
  return {
    changes: edits.map(({ line, was, by, number, whileLoading }) => ({
      line,
      was,
      by,
      number,
      whileLoading,
    })),
    text: rendered(0, bytes.length),
  };
}
