import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the terms begin that many packages share word for word; before them is whose they are. */
const sharedTerms = /^Permission (?:is hereby granted|to use)/m;

/** A licence's title, which its package names too. */
const title = /^(?:The )?(?:MIT|ISC) License(?: \((?:MIT|ISC)\))?\n+/i;

/** A licence's own part and its terms. */
function partsOf(text) {
  const at = text.search(sharedTerms);
  return at < 0 ? ['', text] : [text.slice(0, at).replace(title, ''), text.slice(at)];
}

/** The texts that the licences of the bundled packages require us to distribute; terms that several share, once. */
export async function notices(packages) {
  const byTerms = new Map();
  for (const { folder, name, version, license } of packages) {
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : (await readFile(join(folder, file), 'utf8')).trim();
    const [own, terms] = partsOf(text);
    const key = terms.replaceAll(/\s+/g, ' ');
    const { names } = byTerms.get(key) ?? byTerms.set(key, { names: [], terms }).get(key);
    names.push(`${name} ${version} (${license})\n${own}`.trim());
  }
  const texts = [...byTerms.values()].map(({ names, terms }) => `${names.join('\n\n')}\n\n${terms}\n`);
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
