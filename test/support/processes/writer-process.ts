import { join } from 'node:path';
import { updateConfig } from '../../../src/config/settings-file.ts';
import { writeFailedFile } from '../../../src/payload/failed-file.ts';
import { write } from '../../../src/render/render.ts';
import { openOut, writeTexts } from '../../../src/storage/output-file.ts';

/** Repeatedly writes a file of one kind in a folder, each time with its number, and reports each completed write. */
const [kind = '', home = ''] = process.argv.slice(2);
const rows = 4000;
const padding = 'x'.repeat(250);
const file = join(home, `${kind}.csv`);

const ways: Record<string, (count: number) => Promise<unknown>> = {
  config: (count) =>
    updateConfig(join(home, 'config.json'), { warn: () => {}, now: Date.now }, (config) => {
      config.profiles.default = { count, padding: 'x'.repeat(200_000) };
    }),
  results: (count) =>
    writeTexts(file, { cwd: home }, [
      'count,padding\r\n',
      ...Array<string>(rows).fill(`${count},${padding}\r\n`),
    ]),
  failed: (count) => {
    const text = `count,padding\r\n${`${count},${padding}\r\n`.repeat(rows)}`;
    const source = {
      name: 'in.csv',
      open: async function* () {
        yield Buffer.from(text);
      },
    };
    return writeFailedFile({
      source: source as never,
      options: { kind: 'order' } as never,
      path: file,
      place: { cwd: home },
      failureAt: () => ({ code: 'rejected', error: 'no' }),
    });
  },
  async out(count) {
    const out = await openOut(file, { cwd: home });
    await write(out.stream, 'count,padding\r\n');
    for (let row = 0; row < rows; row++) await write(out.stream, `${count},${padding}\r\n`);
    await out.keep();
  },
};

const way = ways[kind];
if (way === undefined) throw new Error(`there is no way to write ${kind}`);
process.stdout.write('0\n');
for (let count = 1; ; count++) {
  await way(count);
  process.stdout.write(`${count}\n`);
}
