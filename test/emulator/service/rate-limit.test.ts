import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { testNow } from '../../support/time.ts';

describe('--rate-limit', () => {
  it('[A-36] there is no limit by default', async () => {
    const acme = (await openTestEmulator({ seed: 'empty' })).as('emu-acme');
    for (let i = 0; i < 200; i++) expect((await acme.get('/order?ship_from=MSF')).status).toBe(200);
  });

  it("[LIMIT-429] answers 429 with Retry-After once a minute's quota is used up, for each client separately", async () => {
    const emulator = await openTestEmulator({ seed: 'empty', rateLimit: 2 });
    const [acme, bluebird] = [emulator.as('emu-acme'), emulator.as('emu-bluebird')];
    const statuses = [
      await acme.get('/inventory'),
      await acme.get('/inventory'),
      await acme.get('/inventory'),
    ];
    expect(statuses.map((answer) => answer.status)).toEqual([200, 200, 429]);
    expect(statuses[2]).toMatchObject({
      body: { success: false, error: expect.any(String) },
      headers: { 'retry-after': '60', 'x-emulator-assumption': 'A-35, A-36' },
    });
    expect((await bluebird.get('/inventory')).status).toBe(200);
  });

  it('does not count sign-ins', async () => {
    const emulator = await openTestEmulator({ seed: 'empty', rateLimit: 1 });
    const body = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
    for (let i = 0; i < 5; i++) expect((await emulator.anonymous.post('/auth/login', body)).status).toBe(200);
    expect((await emulator.as('emu-acme').get('/inventory')).status).toBe(200);
  });

  it("uses the emulator's clock while it runs", async () => {
    const emulator = await openTestEmulator({ seed: 'empty', rateLimit: 1, freeze: false });
    const acme = emulator.as('emu-acme');
    await acme.get('/inventory');
    await emulator.advance(20_000);
    expect((await acme.get('/inventory')).headers['retry-after']).toBe('40');
    await emulator.advance(40_000);
    expect((await acme.get('/inventory')).status).toBe(200);
  });

  it('uses real time while the clock is frozen', async () => {
    let real = testNow;
    const emulator = await openTestEmulator({ seed: 'empty', rateLimit: 1, realNow: () => real });
    const acme = emulator.as('emu-acme');
    await acme.get('/inventory');
    await emulator.admin.post('/clock', { advance: '1h' });
    expect((await acme.get('/inventory')).status).toBe(429);
    real += 60_000;
    expect((await acme.get('/inventory')).status).toBe(200);
  });

  it('[A-35] Retry-After may be seconds, a date or missing', async () => {
    const forms = new Set<string>();
    for (let varyAssumptions = 1; varyAssumptions <= 24; varyAssumptions++) {
      const emulator = await openTestEmulator({ seed: 'empty', rateLimit: 1, varyAssumptions });
      const acme = emulator.as('emu-acme');
      await acme.get('/order?ship_from=MSF');
      const { headers } = await acme.get('/order?ship_from=MSF');
      forms.add(headers['retry-after'] ?? 'none');
    }
    expect(forms).toEqual(new Set(['60', 'Tue, 01 Sep 2026 08:01:00 GMT', 'none']));
  });
});
