import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesShownIn, type Installed, installPacked } from '../support/repository/packed-package.ts';

let installed: Installed;
const shown = filesShownIn('docs/test-suites.md');

beforeAll(async () => {
  installed = await installPacked(['libsql', 'vitest', '@playwright/test', '@types/node']);
  for (const [name, text] of shown) installed.write(name, text);
}, 60_000);

/** Runs a program from this project's packages in the folder of the other project. */
const tool = (name: string, ...args: string[]) =>
  installed.node(join(installed.folder, 'node_modules', name), ...args);

describe('the packed package in another project', () => {
  it('can be imported by an ES module and required by CommonJS', async () => {
    const script = (load: string) => `${load}
      startEmulator({ seed: 'empty' }).then(async (emulator) => {
        const { status } = await fetch(emulator.adminUrl + '/health');
        const refused = await emulator.warehouse.confirmSlot('NONE').catch((error) => error);
        await emulator.stop();
        console.log(status, refused.status, refused instanceof EmulatorError);
      });`;
    const names = '{ EmulatorError, startEmulator }';
    installed.write('a.mjs', script(`import ${names} from 'channel-fulfilment-cli/emulator';`));
    installed.write('b.cjs', script(`const ${names} = require('channel-fulfilment-cli/emulator');`));
    expect(await installed.node('a.mjs')).toEqual({ code: 0, output: '200 404 true\n' });
    expect(await installed.node('b.cjs')).toEqual({ code: 0, output: '200 404 true\n' });
  });

  it('includes its command', async () => {
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default;
    const { code, output } = await tool('channel-fulfilment-cli/bin/cfi.js', '--version');
    expect([code, output]).toEqual([0, expect.stringContaining(version)]);
  });
});

describe('the examples on the page about test suites', () => {
  it('are complete', () => {
    expect([...shown.keys()]).toEqual([
      'vitest/orders.test.ts',
      'node/slots.test.mjs',
      'playwright/fixtures.ts',
      'playwright/outage.spec.ts',
      'shop.mjs',
    ]);
  });

  it('pass with vitest', async () => {
    const { code, output } = await tool('vitest/vitest.mjs', 'run', '--root', '.', 'vitest/');
    expect([code, output]).toEqual([0, expect.stringMatching(/Tests\s+2 passed/)]);
  });

  it('pass with node:test', async () => {
    const { code, output } = await installed.node('--test', '--test-reporter', 'tap', 'node/slots.test.mjs');
    expect([code, output]).toEqual([0, expect.stringContaining('# pass 2')]);
  });

  it('pass with Playwright', async () => {
    const { code, output } = await tool(
      '@playwright/test/cli.js',
      'test',
      'playwright/',
      '--reporter',
      'line',
    );
    expect([code, output]).toEqual([0, expect.stringContaining('1 passed')]);
  });
});

describe('its types', () => {
  const compile = async (module: 'nodenext' | 'preserve', files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) installed.write(name, text);
    // The declarations are the same for both, and checked once.
    const resolution = module === 'preserve' ? ['--moduleResolution', 'bundler', '--skipLibCheck'] : [];
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--types', 'node', '--module', module];
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
    const { output } = await installed.node(compiler, ...options, ...resolution, ...Object.keys(files));
    const wrong = [...output.matchAll(/^(\S+)\((\d+),\d+\): error TS/gm)].map(
      ([, name, line]) => `${name}:${line}`,
    );
    return { output, wrong: [...new Set(wrong)] };
  };

  const right = `
    import { EmulatorError, startEmulator } from 'channel-fulfilment-cli/emulator';
    await using emulator = await startEmulator({ seed: 'empty', now: new Date(), fcPolicy: 'auto' });
    const { count }: { count: number } = await emulator.requests({ path: '/outbound', count: true });
    const paths: string[] = (await emulator.requests()).map(({ path }) => path);
    const [client] = emulator.clients;
    const id: string | undefined = client?.id;
    try { await emulator.warehouse.receivePo('1', { lines: [{ SKU: 'A', delivered: 1 }] }); }
    catch (error) { if (error instanceof EmulatorError) console.log(error.status.toFixed(), id, count, paths); }`;
  const mistaken = [
    "import { startEmulator } from 'channel-fulfilment-cli/emulator';",
    "startEmulator({ seeed: 'empty' });",
    "startEmulator({ fcPolicy: 'never' });",
    "startEmulator().then((emulator) => emulator.warehouse.counterSlot('S', {}));",
    "startEmulator().then((emulator) => emulator.faults.add({ do: { socket: 'melt' } }));",
  ].join('\n');

  it('accept valid code as a bundler reads it', async () => {
    expect((await compile('preserve', { 'right.ts': right })).output).toBe('');
  });

  it('accept valid code and reject invalid code as Node reads it', async () => {
    const { wrong } = await compile('nodenext', { 'right.ts': right, 'mistaken.ts': mistaken });
    expect(wrong).toEqual([2, 3, 4, 5].map((line) => `mistaken.ts:${line}`));
  });
});
