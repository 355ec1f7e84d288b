import { describe, expect, it } from 'vitest';
import { colorOf, resolveSettings } from '../../src/cli/global-options.ts';
import type { Settings } from '../../src/cli/settings.ts';
import { CfiError } from '../../src/errors.ts';

const terminal = { isTTY: true };
const pipe = {};

interface Case {
  readonly flags?: Record<string, unknown>;
  readonly env?: Record<string, string>;
  readonly saved?: Record<string, string>;
  readonly tty?: boolean;
}

function settings({ flags = {}, env = {}, saved = {}, tty = true }: Case): Settings {
  const stream = tty ? terminal : pipe;
  const around = { env, stdin: stream, stdout: stream, stderr: stream };
  return resolveSettings(flags, around, { profile: 'default', saved });
}

describe('settings', () => {
  it.each<[string, Case, Partial<Settings>]>([
    ['defaults', {}, { output: 'table', timeoutMs: 30_000, maxRetries: 4, emulator: false }],
    [
      'profile over default',
      { saved: { output: 'csv', timeout: '5s', max_retries: '1' } },
      { output: 'csv', timeoutMs: 5000, maxRetries: 1 },
    ],
    [
      'environment over profile',
      { env: { CFI_OUTPUT: 'ndjson' }, saved: { output: 'csv' } },
      { output: 'ndjson' },
    ],
    [
      'flag over environment',
      { flags: { output: 'table' }, env: { CFI_OUTPUT: 'json' } },
      { output: 'table' },
    ],
    ['--json', { flags: { json: true }, env: { CFI_OUTPUT: 'csv' } }, { output: 'json' }],
    ['timeouts', { flags: { timeout: '2s' }, env: { CFI_TIMEOUT: '9s' } }, { timeoutMs: 2000 }],
    ['a lost booking', {}, { lostWaitMs: 60_000 }],
    [
      'a lost booking by flag',
      { flags: { lostWait: '90s' }, env: { CFI_LOST_WAIT: '2m' } },
      { lostWaitMs: 90_000 },
    ],
    ['a lost booking by variable', { env: { CFI_LOST_WAIT: '2m' } }, { lostWaitMs: 120_000 }],
    [
      'a lost booking for less time than a request has',
      { flags: { lostWait: '5s' }, env: { CFI_TIMEOUT: '10s' } },
      { lostWaitMs: 10_000 },
    ],
    ['a lost booking with a long time limit', { flags: { timeout: '5m' } }, { lostWaitMs: 300_000 }],
    ['retries', { env: { CFI_MAX_RETRIES: '0' }, saved: { max_retries: '9' } }, { maxRetries: 0 }],
    [
      'base address',
      { flags: { baseUrl: 'https://a/v1' }, env: { CFI_BASE_URL: 'https://b/v1' } },
      { baseUrl: 'https://a/v1' },
    ],
    ['an empty variable is none', { env: { CFI_BASE_URL: '', CFI_OUTPUT: '' } }, { output: 'table' }],
    ['emulator by variable', { env: { CFI_EMULATOR: '1' } }, { emulator: true }],
    ['emulator off by variable', { env: { CFI_EMULATOR: '0' } }, { emulator: false }],
    [
      '--base-url over CFI_EMULATOR',
      { flags: { baseUrl: 'https://a/v1' }, env: { CFI_EMULATOR: '1' } },
      { emulator: false },
    ],
    [
      'CFI_EMULATOR over CFI_BASE_URL, noted',
      { env: { CFI_EMULATOR: '1', CFI_BASE_URL: 'https://a/v1' } },
      { emulator: true, ambiguous: true },
    ],
    ['state', { env: { CFI_EMULATOR_STATE: ':memory:' } }, { state: ':memory:' }],
    ['debug by variable', { env: { CFI_DEBUG: '1' } }, { debug: true }],
    ['asks on a terminal', {}, { interactive: true }],
    ['asks nobody without a terminal', { tty: false }, { interactive: false }],
    ['--no-input', { flags: { input: false } }, { interactive: false }],
    ['CFI_NO_INPUT', { env: { CFI_NO_INPUT: '1' } }, { interactive: false }],
    ['CI', { env: { CI: 'true' } }, { interactive: false }],
  ])('%s', (_, given, expected) => {
    expect(settings(given)).toMatchObject(expected);
  });

  it('asks nobody when only standard output is a terminal', () => {
    const around = { env: {}, stdin: pipe, stdout: terminal, stderr: terminal };
    expect(resolveSettings({}, around, { profile: 'p', saved: {} }).interactive).toBe(false);
  });

  it.each<[Case, string]>([
    [{ env: { CFI_OUTPUT: 'xml' } }, 'CFI_OUTPUT must be one of'],
    [{ env: { CFI_TIMEOUT: 'soon' } }, 'CFI_TIMEOUT "soon" is not a duration'],
    [{ flags: { timeout: '0s' } }, '--timeout must be more than 0'],
    [{ flags: { timeout: '99d' } }, 'at most 24 days'],
    [{ env: { CFI_MAX_RETRIES: '-1' } }, 'CFI_MAX_RETRIES must be a whole number from 0 to 1000; found "-1"'],
    [{ flags: { lostWait: 'long' } }, '--lost-wait "long" is not a duration'],
    [{ env: { CFI_LOST_WAIT: '99d' } }, 'CFI_LOST_WAIT must be more than 0 and at most 24 days'],
    [{ flags: { json: true, output: 'csv' } }, '--json and --output csv cannot be combined'],
    [{ flags: { emulator: true, baseUrl: 'https://a/v1' } }, '--emulator and --base-url cannot be combined'],
  ])('%j is refused', (given, message) => {
    expect(() => settings(given)).toThrow(CfiError);
    expect(() => settings(given)).toThrow(message);
  });
});

describe('colour', () => {
  it.each<[boolean, unknown, Record<string, string>, boolean]>([
    [true, undefined, {}, true],
    [false, undefined, {}, false],
    [true, false, { FORCE_COLOR: '1' }, false],
    [true, undefined, { NO_COLOR: '1' }, false],
    [true, undefined, { NO_COLOR: '' }, true],
    [true, undefined, { TERM: 'dumb' }, false],
    [false, undefined, { FORCE_COLOR: '1' }, true],
    [true, undefined, { FORCE_COLOR: '0' }, false],
    [true, undefined, { FORCE_COLOR: '-1' }, false],
  ])('terminal %s, flag %s, %j: %s', (isTTY, flag, env, shown) => {
    expect(colorOf({ isTTY }, flag, env)).toBe(shown);
  });

  it('is decided for each stream separately', () => {
    const around = { env: {}, stdin: terminal, stdout: pipe, stderr: terminal };
    expect(resolveSettings({}, around, { profile: 'p', saved: {} }).color).toEqual({
      stdout: false,
      stderr: true,
    });
  });
});
