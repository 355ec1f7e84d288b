import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';

/** Starts an emulator and interrupts it after it tries to open its page; `code` is the exit code of the opener. */
async function openWith(code: number, platform = 'linux', env: Record<string, string> = { DISPLAY: ':0' }) {
  const interrupt = new AbortController();
  const ran: string[][] = [];
  const outcome = await runCli(['emulator', 'start', '--port', '0', '--state', ':memory:', '--open'], {
    signal: interrupt.signal,
    env,
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

  it('opens the page on Wayland', async () => {
    expect((await openWith(0, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).ran).toHaveLength(1);
  });

  it('starts nothing without a desktop, where it would be a browser in this terminal', async () => {
    const interrupt = new AbortController();
    const ran: string[] = [];
    const outcome = await runCli(['emulator', 'start', '--port', '0', '--state', ':memory:', '--open'], {
      signal: interrupt.signal,
      deps: {
        platform: 'linux',
        env: {
          CFI_HOME: makeHome(),
          // The last thing that it asks for before it gives up.
          get WAYLAND_DISPLAY() {
            setImmediate(() => interrupt.abort('SIGINT'));
            return undefined;
          },
        },
        run: async (command) => ran.push(command),
      },
    });
    expect([outcome.code, ran]).toEqual([0, []]);
    expect(outcome.stderr).toMatch(/there is no desktop here: open http:\S+\/_emulator\/ in a browser/);
  });

  it('continues without a browser, and says so', async () => {
    const { code, stderr } = await openWith(127);
    expect([code, stderr]).toMatchObject([
      0,
      expect.stringMatching(/no browser could be opened with xdg-open: open http:\S+\/_emulator\/ yourself/),
    ]);
  });
});
