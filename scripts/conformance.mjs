// Links the rules of the specification to the tests that check them. A test names its rules at the start of its title:
// `[SLOT-BOOK-MONDAY] Mondays are unavailable`; in an it.each table, the first text of a row may too.
//
//   node scripts/conformance.mjs           writes docs/conformance.json and docs/conformance.md
//   node scripts/conformance.mjs --check   fails when they are stale, a rule has no test, or a test names no rule
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The groups of rules, from the program's own source. */
async function ruleGroups() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/emulator/conformance/rules.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).ruleGroups;
}

const leadingIds = /^(?:\[[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\] ?)+/;

/** The text of a string or template; placeholders appear as `…`. */
function textOf(node) {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ cooked }) => cooked).join('…');
  return undefined;
}

/** Texts in a tree that begin with rule ids. */
function* titles(node) {
  if (node === null || typeof node !== 'object') return;
  const text = textOf(node);
  if (text !== undefined && leadingIds.test(text)) yield text;
  for (const child of Object.values(node)) yield* titles(child);
}

/** Titles of a file's tests, by rule. */
function testsOf(file, source) {
  const found = [];
  const tree = parseSync(source, { syntax: 'typescript', target: 'es2022' });
  for (const title of titles(tree)) {
    const [prefix] = leadingIds.exec(title);
    for (const [, id] of prefix.matchAll(/\[([^\]]+)\]/g))
      found.push([id, `${file} > ${title.slice(prefix.length)}`]);
  }
  return found;
}

async function testsByRule() {
  const names = await readdir(join(root, 'test'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.test.ts')).sort();
  const byRule = new Map();
  for (const name of files) {
    const file = `test/${name.replaceAll('\\', '/')}`;
    const source = await readFile(join(root, file), 'utf8');
    for (const [id, test] of testsOf(file, source)) byRule.set(id, new Set(byRule.get(id)).add(test));
  }
  return byRule;
}

/** Formatted as biome would. */
function dataFile(byRule) {
  const entries = [...byRule].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = entries.map(([id, tests]) => {
    const items = [...tests].map((test) => JSON.stringify(test));
    const one = `  "${id}": [${items.join(', ')}]`;
    return one.length < 110 ? one : `  "${id}": [\n${items.map((item) => `    ${item}`).join(',\n')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function ruleText({ text, standard, alternatives = [], why }) {
  const parts = [cell(text)];
  if (standard !== undefined) parts.push(`answer: ${cell(standard)}`);
  if (alternatives.length > 0) parts.push(`or: ${alternatives.map(cell).join('; or: ')}`);
  if (why !== undefined) parts.push(`not emulated: ${cell(why)}`);
  return parts.join('<br>');
}

function page(groups, byRule) {
  const all = groups.flatMap(([, rules]) => rules);
  const count = (status) => all.filter((rule) => rule.status === status).length;
  const sections = groups.map(([area, rules]) => {
    const rows = rules.map((rule) => {
      const tests = [...(byRule.get(rule.id) ?? [])].map(cell).join('<br>');
      return `| ${rule.id} | ${ruleText(rule)} | ${rule.status} | ${tests} |`;
    });
    return `## ${area}\n\n| id | rule | status | tests |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Conformance

Every rule of the service's specification, and the tests that check that the emulator follows it. Where the
specification is silent, the emulator has to decide: these decisions are the assumptions, listed with the alternatives
that \`--vary-assumptions\` may pick. \`npm run conformance\` generates this page.

${count('specified')} specified, ${count('assumed')} assumed, ${count('unsupported')} unsupported.

${sections.join('\n')}`;
}

function gaps(groups, byRule) {
  const all = groups.flatMap(([, rules]) => rules);
  const known = new Set(all.map(({ id }) => id));
  const twice = all.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index);
  const untested = all.filter(({ id, status }) => status !== 'unsupported' && !byRule.has(id));
  const unheard = [...byRule.keys()].filter((id) => !known.has(id));
  return [
    ...twice.map((id) => `${id} appears twice in src/emulator/conformance`),
    ...untested.map(({ id, text }) => `${id} has no test: ${text}`),
    ...unheard.map((id) => `${id} is not a rule: ${[...byRule.get(id)].join(', ')}`),
  ];
}

const [groups, byRule] = await Promise.all([ruleGroups(), testsByRule()]);
const files = {
  'docs/conformance.json': dataFile(byRule),
  'docs/conformance.md': page(groups, byRule),
};
const problems = gaps(groups, byRule);
const check = process.argv.includes('--check');
for (const [name, text] of Object.entries(files)) {
  const file = join(root, name);
  if (check) {
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current !== text) problems.push(`${name} is stale: npm run conformance`);
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
