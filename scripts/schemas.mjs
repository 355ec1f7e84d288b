// Writes docs/schemas: node scripts/run-ts.mjs scripts/schemas.mjs [--check]
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { allCommands } from '../src/app/tree.ts';
import { leaves } from '../src/cli/command.ts';
import { documents } from '../src/output-schemas/documents.ts';
import { errorLine } from '../src/output-schemas/uploads.ts';

const folder = 'docs/schemas';

const printing = [...leaves(allCommands)].filter(({ command }) => command.document !== undefined);

const published = [
  ...printing.map(({ path, command }) => [
    path.join('-'),
    `cfi ${path.join(' ')} --output json`,
    documents[command.document],
  ]),
  ['error', 'an error on standard error, with --output json or ndjson', errorLine],
];

/** The format is enough to describe a time; the regular expression behind it does not help a reader. */
const override = ({ jsonSchema }) => {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
};

function fileOf(title, schema) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { override });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

const wanted = new Map(published.map(([name, title, schema]) => [`${name}.json`, fileOf(title, schema)]));

mkdirSync(folder, { recursive: true });
const check = process.argv.includes('--check');
const present = readdirSync(folder);
const stale = [...wanted].filter(
  ([name, text]) => !present.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
);
const orphans = present.filter((name) => !wanted.has(name));
if (check) {
  const names = [...stale.map(([name]) => name), ...orphans];
  if (names.length > 0) {
    console.error(`${folder} is stale (${names.join(', ')}): node scripts/run-ts.mjs scripts/schemas.mjs`);
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of stale) writeFileSync(join(folder, name), text);
  for (const name of orphans) rmSync(join(folder, name));
}
