import { expect, it } from 'vitest';
import { openTestbed } from '../support/testbed.ts';

const onTerminal = async (env: Record<string, string>) => {
  const testbed = await openTestbed();
  await testbed.bookOffered('2026-09-08T13:00:00+01:00');
  return testbed.cfi(['slot', 'list'], { tty: true, columns: 80, env: { NO_COLOR: '1', ...env } });
};

it.each([{ LANG: 'C' }, { LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }, { TERM: 'dumb' }])(
  'shows only ASCII on a terminal that supports nothing else: %j',
  async (env) => {
    const { stdout, stderr } = await onTerminal(env);
    expect(stdout).toContain('Fri 4 Sep 09:00 > Tue 8 Sep 13:00');
    expect(stdout + stderr).toMatch(/^[ -~\n]*$/);
  },
);

it('shows arrows if the locale supports them', async () => {
  expect((await onTerminal({ LANG: 'en_GB.UTF-8' })).stdout).toContain('Fri 4 Sep 09:00 → Tue 8 Sep 13:00');
});
