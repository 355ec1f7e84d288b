import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkWritable, openOut, removeOutput } from '../../src/storage/output-file.ts';
import { openDraft, temporaryFor, writeWhole } from '../../src/storage/whole-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfi-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const modeOf = (name: string): number => statSync(at(name)).mode & 0o777;

async function put(name: string, text: string): Promise<void> {
  const out = await openOut(name, folder);
  await out.write(text);
  await out.keep();
}

describe('an output file', () => {
  it('does not appear before it is complete', async () => {
    const out = await openOut('a.csv', folder);
    await out.write('half');
    expect(existsSync(at('a.csv'))).toBe(false);
    await out.write(' and half');
    await out.keep();
    expect(readFileSync(at('a.csv'), 'utf8')).toBe('half and half');
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it('leaves the old content when it is dropped', async () => {
    writeFileSync(at('a.csv'), 'old');
    const out = await openOut('a.csv', folder);
    await out.write('new');
    await out.drop();
    expect([readdirSync(folder), readFileSync(at('a.csv'), 'utf8')]).toEqual([['a.csv'], 'old']);
  });

  it('has a random temporary name that is too long to guess', async () => {
    const outs = [await openOut('a.csv', folder), await openOut('a.csv', folder)];
    const names = readdirSync(folder);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^\.a\.csv\.[0-9a-f-]+-[0-9a-f-]{36}\.tmp$/);
    for (const out of outs) await out.drop();
  });

  it('is not written through a file planted at its temporary name', async () => {
    const uuid = '7d0c7c3e-0000-4000-8000-000000000001';
    const guessed = vi.spyOn(crypto, 'randomUUID').mockReturnValue(uuid);
    onTestFinished(() => guessed.mockRestore());
    const temporary = temporaryFor(at('a.csv'));
    writeFileSync(at('theirs'), 'theirs');
    for (const plant of [
      () => symlinkSync(at('theirs'), temporary),
      () => writeFileSync(temporary, 'theirs'),
    ]) {
      plant();
      await expect(put('a.csv', 'secret')).rejects.toThrow('a.csv cannot be written');
      expect([readFileSync(at('theirs'), 'utf8'), readFileSync(temporary, 'utf8')]).toEqual([
        'theirs',
        'theirs',
      ]);
      rmSync(temporary);
    }
    expect(existsSync(at('a.csv'))).toBe(false);
  });

  it('has the mode that the umask asks for, whatever the old one allowed', async () => {
    writeFileSync(at('reference'), '');
    writeFileSync(at('open.csv'), 'old');
    chmodSync(at('open.csv'), 0o666);
    await put('new.csv', 'x');
    await put('open.csv', 'x');
    expect([modeOf('new.csv'), modeOf('open.csv')]).toEqual([modeOf('reference'), modeOf('reference')]);
  });

  it('stays private if it was private', async () => {
    writeFileSync(at('secret.csv'), 'old', { mode: 0o600 });
    await put('secret.csv', 'new');
    expect([modeOf('secret.csv'), readFileSync(at('secret.csv'), 'utf8')]).toEqual([0o600, 'new']);
  });

  it.each(['real.csv', 'nowhere.csv'])('is never a link to %s', async (to) => {
    writeFileSync(at('real.csv'), 'old');
    symlinkSync(at(to), at('link.csv'));
    const refused = (exitCode: number) =>
      expect.objectContaining({ exitCode, message: expect.stringMatching(/symbolic link/) });
    await expect(checkWritable('link.csv', folder)).rejects.toEqual(refused(2));
    // Placed there later: the command may have sent something by then.
    await expect(openOut('link.csv', folder)).rejects.toEqual(refused(1));
    expect([readFileSync(at('real.csv'), 'utf8'), existsSync(at('nowhere.csv'))]).toEqual(['old', false]);
  });

  it('replaces a link that appears during the write, and does not follow it', async () => {
    writeFileSync(at('real.csv'), 'old');
    const out = await openOut('a.csv', folder);
    await out.write('new');
    symlinkSync(at('real.csv'), at('a.csv'));
    await out.keep();
    expect([readFileSync(at('real.csv'), 'utf8'), lstatSync(at('a.csv')).isFile()]).toEqual(['old', true]);
  });

  it('may be a pipe, which stays one', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    await checkWritable('pipe', folder);
    const [, read] = await Promise.all([
      put('pipe', 'through'),
      import('node:fs/promises').then(({ readFile }) => readFile(at('pipe'), 'utf8')),
    ]);
    await removeOutput('pipe', folder);
    expect([read, lstatSync(at('pipe')).isFIFO(), readdirSync(folder)]).toEqual(['through', true, ['pipe']]);
  });

  it('may be a device that the system reaches by a link', async () => {
    await expect(checkWritable('/dev/stdout', folder)).resolves.toBeUndefined();
  });
});

describe('a file that is removed', () => {
  it('may be missing', async () => {
    await expect(removeOutput('none.csv', folder)).resolves.toBeUndefined();
  });

  it('is the link, not its target', async () => {
    writeFileSync(at('real.csv'), 'old');
    symlinkSync(at('real.csv'), at('link.csv'));
    await removeOutput('link.csv', folder);
    expect(readdirSync(folder)).toEqual(['real.csv']);
  });
});

describe("a file of the program's own", () => {
  it('is for the owner alone', async () => {
    await writeWhole(at('slots.json'), '{}');
    expect([modeOf('slots.json'), readdirSync(folder)]).toEqual([0o600, ['slots.json']]);
  });

  it('is private even while it is written', async () => {
    const draft = await openDraft(at('slots.json'), 'owner');
    expect(readdirSync(folder).map(modeOf)).toEqual([0o600]);
    await draft.drop();
    expect(readdirSync(folder)).toEqual([]);
  });
});
