import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openTestEmulator, type TestEmulator } from '../../support/emulator/emulator.ts';

const credentials = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };

async function signedIn(): Promise<{ emulator: TestEmulator; token: string }> {
  const emulator = await openTestEmulator({ seed: 'empty' });
  const { body } = await emulator.anonymous.post('/auth/login', credentials);
  return { emulator, token: body.data.access_token };
}

const statusWith = async (emulator: TestEmulator, authorization: string): Promise<number> =>
  (await emulator.call('GET', '/v1/inventory', { authorization })).status;

const part = (text: string | undefined) => JSON.parse(Buffer.from(text ?? '', 'base64url').toString());

describe('POST /auth/login', () => {
  it('[AUTH-LOGIN] gives a token, its lifetime in seconds and the client_id', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const { status, body, headers } = await emulator.anonymous.post('/auth/login', credentials);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { access_token: expect.any(String), expires_in: 86_400, client_id: 'emu-acme' },
    });
    expect(headers['x-emulator-assumption']).toBe('A-40');
  });

  it('[AUTH-JWT] the token is a JWT that names the client and its expiry by the clock of the emulator', async () => {
    const { token } = await signedIn();
    const [head, claims] = token.split('.').map((text, index) => (index < 2 ? part(text) : text));
    expect(head).toEqual({ alg: 'HS256', typ: 'JWT' });
    const iat = Date.parse('2026-09-01T08:00:00Z') / 1000;
    expect(claims).toMatchObject({ sub: 'emu-acme', iat, exp: iat + 86_400 });
  });

  it('[AUTH-JWT] the token counts from the whole second before', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    await emulator.admin.post('/clock', { set: '2026-09-01T09:00:00.600Z' });
    const { body } = await emulator.anonymous.post('/auth/login', credentials);
    const iat = Date.parse('2026-09-01T09:00:00Z') / 1000;
    expect(part(body.data.access_token.split('.')[1])).toMatchObject({ iat, exp: iat + 86_400 });
  });

  it.each([
    ['a wrong secret', { ...credentials, client_secret: 'wrong' }],
    ['an unknown client', { ...credentials, client_id: 'nobody' }],
    ['the secret of another client', { ...credentials, client_id: 'emu-bluebird' }],
  ])('[AUTH-WRONG] %s is 401 and says so', async (_, body) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const answer = await emulator.anonymous.post('/auth/login', body);
    expect(answer).toMatchObject({ status: 401, body: { success: false, error: 'Invalid credentials' } });
  });

  it.each([
    ['client_id', { client_secret: 'x' }, 'client_id is required'],
    ['client_secret', { client_id: 'x' }, 'client_secret is required'],
    ['client_id that is no text', { client_id: 5, client_secret: 'x' }, 'client_id must be text'],
  ])('[A-40] a missing or wrong %s is 400', async (_, body, error) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const answer = await emulator.anonymous.post('/auth/login', body);
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(answer.headers['x-emulator-assumption']).toBe(error.endsWith('required') ? 'A-40' : 'A-39');
  });

  it('[A-40] alternatively 201', async () => {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    const statuses = await Promise.all(
      seeds.map(async (varyAssumptions) => {
        const emulator = await openTestEmulator({ seed: 'empty', varyAssumptions });
        return (await emulator.anonymous.post('/auth/login', credentials)).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
  });
});

describe('the bearer token', () => {
  it.each(['', 'Bearer', 'Bearer ', 'Bearer nonsense', 'Bearer a.b.c', 'Basic YTpi', 'Bearer ..'])(
    '[AUTH-REQUIRED] "%s" is 401',
    async (authorization) => {
      const emulator = await openTestEmulator({ seed: 'empty' });
      const answer = await emulator.call('GET', '/v1/inventory', { authorization });
      expect(answer).toMatchObject({ status: 401, body: { success: false, error: 'Unauthorized' } });
    },
  );

  it('[AUTH-FORGED] is refused if somebody else signed it, or nobody', async () => {
    const { emulator, token } = await signedIn();
    const [head, claims] = token.split('.');
    const forged = createHmac('sha256', 'guess').update(`${head}.${claims}`).digest('base64url');
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const other of [`${head}.${claims}.${forged}`, `${head}.${claims}.`, `${unsigned}.${claims}.`]) {
      expect(await statusWith(emulator, `Bearer ${other}`)).toBe(401);
    }
  });

  it("[AUTH-EXPIRY] is valid for 24 hours of the emulator's clock, and no longer", async () => {
    const { emulator, token } = await signedIn();
    await emulator.admin.post('/clock', { advance: 'PT23H59M59S' });
    expect(await statusWith(emulator, `Bearer ${token}`)).toBe(200);
    await emulator.admin.post('/clock', { advance: '1s' });
    expect(await statusWith(emulator, `Bearer ${token}`)).toBe(401);
  });

  it('[AUTH-EXPIRY] is listed as an event when the clock moves past it', async () => {
    const { emulator } = await signedIn();
    const firedAfter = async (advance: string) =>
      (await emulator.admin.post('/clock', { advance })).body.data.fired;
    expect(await firedAfter('PT23H59M59S')).not.toContainEqual(expect.objectContaining({ ref: 'emu-acme' }));
    expect(await firedAfter('1s')).toMatchObject([{ job: 'token-expiry', ref: 'emu-acme' }]);
  });
});
