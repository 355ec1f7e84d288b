// Makes one small change to the program at a time and reports those that no test notices.
//
//   node scripts/mutate.mjs FILE... [--tests PATH,PATH] [--sample N] [--at LINE]
//
// FILE is below src. The tests are those of the room that mirrors it (test/client for src/client/…) unless --tests names
// others. --sample takes N changes of each file, spread evenly. --at takes those on one line. A change that no test
// notices is printed with its line; the exit code is 1 when there is one. Nothing on disk is changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
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
const longestRunMs = 120_000;

/** Every small change to a source, as the range of bytes that it replaces and the text in its place. */
function mutationsOf(source) {
  const bytes = Buffer.from(source);
  // Positions count from the first token, so one of our own goes before it.
  const tree = parseSync(`;${source}`, { syntax: 'typescript', target: 'es2022' });
  const base = tree.body[0].span.start + 1;
  const found = [];
  const range = ({ span }) => [span.start - base, span.end - base];
  const text = (node) => bytes.subarray(...range(node)).toString();
  const replace = (node, by) => found.push({ start: range(node)[0], end: range(node)[1], by });

  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type } = node;
    if (type?.startsWith('Ts') && node.expression === undefined) return;
    if (type === 'ImportDeclaration') return;
    if (type === 'BinaryExpression' && operators[node.operator] !== undefined) {
      const between = [range(node.left)[1], range(node.right)[0]];
      const gap = bytes.subarray(...between).toString();
      found.push({
        start: between[0],
        end: between[1],
        by: gap.replace(node.operator, operators[node.operator]),
      });
    }
    if (type === 'BooleanLiteral') replace(node, String(!node.value));
    if (type === 'NumericLiteral') replace(node, String(node.value + 1));
    if (type === 'UnaryExpression' && node.operator === '!') replace(node, text(node.argument));
    if (type === 'ConditionalExpression' || type === 'IfStatement') {
      replace(node.test, 'true');
      replace(node.test, 'false');
    }
    if (type === 'ReturnStatement' && node.argument) replace(node.argument, 'undefined');
    if (type === 'ThrowStatement') replace(node, ';');
    if (type === 'ExpressionStatement' && node.expression.type === 'CallExpression') replace(node, ';');
    const swap =
      type === 'MemberExpression' && Object.hasOwn(swaps, node.property.value ?? '')
        ? swaps[node.property.value]
        : undefined;
    if (swap !== undefined) replace(node.property, swap);
    Object.values(node).forEach(visit);
  };
  visit(tree.body.slice(1));
  const changes = found.filter(({ start, end, by }) => bytes.subarray(start, end).toString() !== by);
  return changes.map(({ start, end, by }) => ({
    line: bytes.subarray(0, start).toString().split('\n').length,
    was: bytes.subarray(start, end).toString().trim(),
    by: by.trim(),
    text: Buffer.concat([bytes.subarray(0, start), Buffer.from(by), bytes.subarray(end)]).toString(),
  }));
}

/** The child: the tests with one file replaced. Exits with 1 when one of them fails. */
async function runTests(file, tests) {
  const { startVitest } = await import('vitest/node');
  const mutated = readFileSync(0, 'utf8');
  const replaced = {
    name: 'mutant',
    enforce: 'pre',
    load: (id) => (resolve(id.split('?')[0]) === file ? mutated : undefined),
  };
  const options = { run: true, watch: false, bail: 1, reporters: [{}], maxWorkers: 1, retry: 0 };
  const vitest = await startVitest('test', tests, options, { plugins: [replaced] });
  const failed = vitest.state.getCountOfFailedTests() > 0 || vitest.state.getUnhandledErrors().length > 0;
  const files = vitest.state.getFiles();
  const broken = files.length === 0 || files.some(({ result }) => result?.state === 'fail');
  await vitest.close();
  process.exit(failed || broken ? 1 : 0);
}

const root = fileURLToPath(new URL('../', import.meta.url));

/** Folders of tests that mirror the file's own, the nearest first. */
function testsFor(file) {
  for (let at = dirname(file.replace(/^src\//, 'test/')); at !== 'test' && at !== '.'; at = dirname(at))
    if (existsSync(resolve(root, at))) return [at];
  throw new Error(`no tests mirror ${file}: name them with --tests`);
}

function survives(file, tests, { text }) {
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--child', resolve(root, file), '--tests', tests.join(',')],
    {
      cwd: root,
      input: text,
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: longestRunMs,
      killSignal: 'SIGKILL',
    },
  );
  return status === 0;
}

function spread(all, count) {
  if (count === undefined || count >= all.length) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string' },
    sample: { type: 'string' },
    at: { type: 'string' },
    child: { type: 'string' },
  },
});
const named = values.tests?.split(',');
if (values.child !== undefined) await runTests(values.child, named);

let tried = 0;
let alive = 0;
for (const file of positionals) {
  const tests = named ?? testsFor(file);
  const source = readFileSync(resolve(root, file), 'utf8');
  if (!survives(file, tests, { text: source })) throw new Error(`the tests of ${file} fail unchanged`);
  const all = mutationsOf(source).filter(({ line }) => values.at === undefined || line === Number(values.at));
  for (const mutation of spread(all, values.sample && Number(values.sample))) {
    tried += 1;
    if (!survives(file, tests, mutation)) continue;
    alive += 1;
    const { line, was, by } = mutation;
    console.log(`${file}:${line}: ${was.slice(0, 60)} -> ${by.slice(0, 60)}`);
  }
}
console.log(`${tried} changes, ${alive} unnoticed`);
process.exitCode = alive > 0 ? 1 : 0;
