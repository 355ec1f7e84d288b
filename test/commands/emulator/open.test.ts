import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';

/** Starts an emulator and interrupts it after it tries to open its page; `code` is the exit code of the opener. */
async function openWith(code: number, platform = 'linux') {
  const interrupt = new AbortController();
  const ran: string[][] = [];
  const outcome = await runCli(['emulator', 'start', '--port', '0', '--state', ':memory:', '--open'], {
    signal: interrupt.signal,
    deps: {
      platform,
      async run(command, words) {
        ran.push([command, ...words]);
        setImmediate(() => interrupt.abort('SIGINT'));
        return code;
      },
    },
  });
  return { ...outcome, ran };
}

describe('emulator start --open', () => {
  it.each([
    ['linux', ['xdg-open']],
    ['darwin', ['open']],
    ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
  ])('opens the page on %s, without a shell', async (platform, words) => {
    const { code, ran, stdout, stderr } = await openWith(0, platform);
    const [, port] = /127\.0\.0\.1:(\d+)\/v1/.exec(stdout) ?? [];
    expect([code, ran]).toEqual([0, [[...words, `http://127.0.0.1:${port}/_emulator/`]]]);
    expect(stderr).toContain(`warehouse page: http://127.0.0.1:${port}/_emulator/`);
    expect(stderr).not.toContain('no browser');
  });

  it('continues without a browser, and says so', async () => {
    const { code, stderr } = await openWith(127);
    expect([code, stderr]).toMatchObject([
      0,
      expect.stringMatching(/no browser could be opened with xdg-open: open http:\S+\/_emulator\/ yourself/),
    ]);
  });
});
