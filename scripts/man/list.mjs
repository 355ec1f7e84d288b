// Lists each page of dist/man in package.json: npm installs only pages that are listed there. The list exists only while
// npm packs; `postpack` removes it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const described = JSON.parse(readFileSync('package.json', 'utf8'));
const man = readdirSync('dist/man').map((page) => `./dist/man/${page}`);
writeFileSync('package.json', `${JSON.stringify({ ...described, man }, undefined, 2)}\n`);
