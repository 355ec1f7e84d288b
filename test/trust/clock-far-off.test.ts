import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { emulatorAnswers } from '../support/services/emulator-answers.ts';
import { json, startServer } from '../support/services/http-server.ts';
import { stubService } from '../support/services/stub-service.ts';
import { credentials } from '../support/sign-in.ts';

const farOff = [
  'Sat, 13 Sep 275760 00:00:00 GMT',
  'Tue, 20 Apr -271821 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
];
const said = "which is not a time; this machine's clock counts";

const answers = await emulatorAnswers();

const lines: readonly (readonly [line: string, endpoint: string])[] = [
  ['slot watch SLOT-000001 --once', 'getSlot'],
  ['slot list', 'listSlots'],
  ['slot book --like SLOT-000001 --date tomorrow --yes', 'getSlot'],
  ['slot respond SLOT-000001 --counter 10:00 --yes', 'getSlot'],
  ['stock-age', 'stockAgeList'],
  ['today', 'listSlots'],
  ['doctor', 'listOrders'],
];

describe.each(farOff)('a Date header of %s', (date) => {
  it.each(lines)('counts for nothing in cfi %s', async (line, endpoint) => {
    const body = JSON.stringify(answers.get(endpoint));
    const service = stubService(() => ({ body, headers: { date } }));
    const { stderr, stdout } = await service.cfi(line.split(' '));
    expect(stderr).not.toContain('unexpected failure');
    if (line === 'doctor') expect(stdout).toContain('Date header is not a time');
    else expect(stderr.split(said)).toHaveLength(2);
  });

  it('counts for nothing in a sign-in', async () => {
    const { baseUrl } = await startServer((_, response) => {
      const data = { access_token: 'a-token', expires_in: 3600, client_id: 'acme' };
      json(response, 200, { success: true, data }, { date });
    });
    const { code, stdout, stderr } = await runCli(['login', '--json'], { env: credentials(baseUrl) });
    expect([code, JSON.parse(stdout).data.expires_at]).toEqual([0, '2026-09-01T09:00:00.000Z']);
    expect(stderr).toContain(said);
  });
});
