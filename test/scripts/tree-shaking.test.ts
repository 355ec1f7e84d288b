import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { checkTreeShaken } from '../../scripts/bundle/tree-shaking.mjs';

/** What esbuild's metafile says about a bundle of this source. */
async function bundled(source: string) {
  const { metafile } = await build({
    stdin: { contents: `import * as z from 'zod/mini';${source}`, resolveDir: '.' },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  return metafile.outputs;
}

describe('a bundle', () => {
  it('has only the parts of zod that the source uses', async () => {
    const outputs = await bundled('export const schema = z.strictObject({ SKU: z.string() });');
    expect(() => checkTreeShaken(outputs)).not.toThrow();
  });

  it('is refused if it has all of zod', async () => {
    const outputs = await bundled('export const problem = (issues) => new z.core.$ZodError(issues);');
    expect(() => checkTreeShaken(outputs)).toThrow(/locales.* is in the bundle: .* z\.core/);
  });
});
