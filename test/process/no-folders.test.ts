import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { program, programLine } from '../support/processes/process.ts';

const { PATH } = process.env;

/** Runs what follows as a user whom the system does not know. */
const stranger = ['--user', '--map-user=54321', '--map-group=54321'];

describe('a folder that is not there', () => {
  it('is named without a stack trace if it is the current one', () => {
    const home = makeHome();
    const line = `mkdir gone && cd gone && rmdir ../gone && ${programLine} --emulator slot list`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      cwd: home,
      env: { PATH, HOME: home },
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([
      2,
      '',
      'error: the current folder no longer exists\nhint: go to another one with cd\n',
    ]);
  });

  it('is named if it is the home of a user whom the system does not know', () => {
    const run = (env: NodeJS.ProcessEnv) =>
      spawnSync('unshare', [...stranger, ...program, 'config', 'path'], {
        cwd: '/',
        env: { PATH, ...env },
        encoding: 'utf8',
      });
    const { status, stderr } = run({});
    expect([status, stderr]).toEqual([
      2,
      'error: this user has no home folder\nhint: set HOME, or name a folder with CFI_HOME\n',
    ]);
    expect(run({ HOME: '/' }).status).toBe(0);
    expect(run({ HOME: '' }).stderr).toBe(stderr);
  });

  it('is not the current one if HOME is empty', () => {
    const { stdout } = spawnSync(program[0] as string, [...program.slice(1), 'config', 'path'], {
      cwd: makeHome(),
      env: { PATH, HOME: '' },
      encoding: 'utf8',
    });
    expect(stdout).toBe(`${userInfo().homedir}/.config/cfi/config.json\n`);
  });

  it('is named if nothing can be created in the home folder', () => {
    const { signal, status, stderr } = spawnSync(
      program[0] as string,
      [...program.slice(1), 'config', 'set', 'output', 'json'],
      {
        cwd: '/',
        env: { PATH, HOME: '/proc' },
        encoding: 'utf8',
        timeout: 20_000,
      },
    );
    expect([signal, status]).toEqual([null, 2]);
    expect(stderr).toContain('/proc/');
  });
});
