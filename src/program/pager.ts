import { Writable } from 'node:stream';
import type { Settings } from '../cli/settings.ts';
import type { Deps } from '../deps.ts';
import type { SafeLook } from '../render/look.ts';
import { type Rendered, render } from '../render/render.ts';
import type { Result } from '../render/result.ts';
import { write } from '../render/write.ts';
import { splitWords } from '../text/words.ts';

/**
 * The program that shows long tables, as words: CFI_PAGER, else PAGER. Undefined when no pager is wanted (neither is
 * set, an empty one, `cat`, `--no-pager`) or nobody can turn the pages.
 */
export function pagerOf(
  { pager, interactive }: Pick<Settings, 'pager' | 'interactive'>,
  env: Deps['env'],
): readonly string[] | undefined {
  if (!pager || !interactive || env.TERM === 'dumb') return undefined;
  const words = splitWords(env.CFI_PAGER ?? env.PAGER ?? '') ?? [];
  return words.length === 0 || words[0] === 'cat' ? undefined : words;
}

/** Pager options unless the user has set any: quit if the text is short, keep colours, leave the text on the screen. */
const pagerDefaults = { LESS: 'FRX', LV: '-c' } as const;

/** Renders a result on the terminal, through the pager if it is longer than the screen. */
export async function renderPaged(
  result: Result,
  look: SafeLook,
  deps: Pick<Deps, 'stdout' | 'env' | 'page'>,
  [command = '', ...args]: readonly string[],
): Promise<Rendered> {
  let text = '';
  const collecting = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  });
  const rendered = await render(result, look, collecting);
  if (isLongerThan(text, deps.stdout)) {
    const env = Object.fromEntries(
      Object.entries(pagerDefaults).filter(([name]) => (deps.env[name] ?? '') === ''),
    );
    if (await deps.page(command, args, env, text)) return rendered;
  }
  return { ...rendered, taken: await write(deps.stdout, text) };
}

/** Whether a text, with a prompt below it, takes more lines than the terminal has. */
const isLongerThan = (text: string, { rows }: Pick<Deps['stdout'], 'rows'>): boolean =>
  rows !== undefined && rows > 0 && text.split('\n').length > rows;
