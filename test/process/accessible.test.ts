import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { inTerminal, programLine, runPty } from '../support/processes/process.ts';
import { runAtTerminal } from '../support/simulated-terminal.ts';

/** Colour is asked for, so that its absence shows. */
const env = { CFI_EMULATOR: '1', CFI_ACCESSIBLE: '1', FORCE_COLOR: '1', CFI_KEYCHAIN: '0' };
const escapes = '\u001b';

const lines = (text: string): string[] => text.replaceAll('\r', '').split('\n');

describe('for a screen reader, a terminal gets no escape sequence', () => {
  const home = makeHome();

  it.each([
    ['stock-age', '--page-size', '5'],
    ['today'],
    ['slot', 'list', '--week'],
    ['order', 'template'],
    ['order', 'create', '--help'],
    ['runs'],
    ['doctor'],
    ['config', 'list'],
    ['help', 'agent'],
    ['order', 'gt'],
  ])('from cfi %s %s %s', async (...words) => {
    const { stdout, stderr } = await runCli(words, { home, env, tty: true, now: Date.now() });
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toContain(escapes);
  });

  it.each([['inventory', '--page-size', '40'], ['board']])(
    'from cfi %s %s %s as a process',
    async (...words) => {
      const { text } = await runPty(words, { home, env: { ...env, PAGER: 'less' }, rows: 10 }).done;
      expect(text).not.toBe('');
      expect(text).not.toContain(escapes);
    },
  );

  it('from an upload that takes long', async () => {
    const { stdout } = await runCli(['order', 'template'], { home, env });
    writeFileSync(join(home, 'orders.csv'), stdout);
    await runCli(['emulator', 'fault', 'add', '{"do":{"latency":"3s"}}'], { home, env, now: Date.now() });
    const { code, text } = await runPty(['order', 'create', 'orders.csv', '--yes'], { home, cwd: home, env })
      .done;
    expect([code, text.includes(escapes)]).toEqual([0, false]);
    expect(lines(text)).toContain('created: 1');
  }, 60_000);

  it('with the setting of the profile, also about a line that cannot be read', async () => {
    const saved = makeHome();
    const { CFI_ACCESSIBLE, ...others } = env;
    await runCli(['config', 'set', 'accessible', 'on'], { home: saved, env: others });
    const shown = { home: saved, env: others, tty: true, now: Date.now() };
    for (const words of [
      ['inventory', '--page-size', '2'],
      ['order', 'gt'],
      ['inventory', '--nothing'],
    ]) {
      const { stdout, stderr } = await runCli(words, shown);
      expect(stdout + stderr).not.toContain(escapes);
    }
    const off = { ...others, CFI_ACCESSIBLE: '0' };
    expect((await runCli(['order', 'gt'], { ...shown, env: off })).stderr).toContain(escapes);
  });
});

describe('questions that a screen reader can follow', () => {
  const booking = 'slot book --date 2030-05-14 --delivery-type truck --loading-type loose'.split(' ');

  it('are numbered lists and lines, which book a slot', async () => {
    const home = makeHome();
    const terminal = runAtTerminal([...booking, '--window', 'morning'], { home, env });
    await terminal.until('1. Northgate FC');
    await terminal.answer('Number from 1 to 3: ', '4\r');
    await terminal.until('type a number from 1 to 3, then Enter');
    await terminal.answer('Number from 1 to 3: ', '\r');
    await terminal.until('type a number from 1 to 3, then Enter');
    await terminal.answer('Number from 1 to 3: ', '1\r');
    await terminal.until('chosen: Northgate FC');
    await terminal.until('How many SKUs?');
    await terminal.answer('Number from 1 to 3: ', '2\r');
    for (const question of ['pallets, roughly? (optional): ', 'registration? (optional): ']) {
      await terminal.answer(question, '\r');
    }
    await terminal.answer('(y/N)', 'y\r');
    const { code, text } = await terminal.done;
    expect([code, text.includes(escapes)]).toEqual([0, false]);
    expect(text).toContain('Loading: loose, 10 to 20 SKUs');
  });

  it.each([
    ['for a screen reader', env],
    ['on a terminal that moves no cursor', { CFI_EMULATOR: '1', TERM: 'dumb' }],
  ])('take nothing of several pasted lines, %s', async (_, env) => {
    const terminal = runAtTerminal(['order', 'get'], { env });
    await terminal.answer('Which order? (reference number): ', 'NO-1\nNO-2\n\n');
    await terminal.until('give one short line');
    await terminal.answer('Which order? (reference number): ', 'NO-SUCH\r');
    const { code, text } = await terminal.done;
    expect([code, text.includes(escapes)]).toEqual([5, false]);
    expect(text).toContain('NO-SUCH not found');
  });

  it('show nothing of a secret, and take its corrections', async () => {
    const terminal = runPty(['login', '--client-id', 'emu-acme', '--base-url', 'http://127.0.0.1:9/v1'], {
      env: { CFI_ACCESSIBLE: '1', CFI_MAX_RETRIES: '0' },
    });
    await terminal.answer('What you type is not shown: ', '\r');
    await terminal.until('a value is needed');
    await terminal.answer('not shown: ', 'hidden-secret\u007f\r');
    const { code, text } = await terminal.done;
    expect([code, text.includes('hidden'), text.includes(escapes)]).toEqual([10, false, false]);
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('end with 130 on %s', async (_, key) => {
    const terminal = runPty(['order', 'get'], { env });
    await terminal.answer('number): ', key);
    expect((await terminal.done).code).toBe(130);
  });

  it('stay open through Ctrl-Z and fg', async () => {
    const shell = inTerminal(['bash', '--norc', '--noprofile', '-i'], {
      env: { ...env, PS1: 'shell> ', TERM: 'dumb' },
    });
    await shell.answer('shell> ', `${programLine} order get\r`);
    await shell.answer('number): ', '\u001a');
    await shell.answer('Stopped', 'fg\r');
    await shell.answer('number): ', 'NO-SUCH\r');
    await shell.until('NO-SUCH not found');
    await shell.answer('shell> ', 'exit 0\r');
    expect((await shell.done).code).toBe(0);
  });
});
