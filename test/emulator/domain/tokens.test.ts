import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signToken, tokenVerifier } from '../../../src/emulator/domain/tokens.ts';

const claims = { sub: 'emu-acme', jti: '7', iat: 1_700_000_000, exp: 1_700_086_400 };
const isSigned = (token: string, secret: string) => tokenVerifier()(token, secret);
const text = fc.string({ unit: 'grapheme' });

describe('a token', () => {
  it('has the signature that HS256 defines, as Node computes it', () => {
    fc.assert(
      fc.property(text, text, (sub, secret) => {
        const [head, body, signature] = signToken({ ...claims, sub }, secret).split('.');
        const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
        expect(signature).toBe(expected);
      }),
    );
  });

  it('is accepted with its own secret only', () => {
    const token = signToken(claims, 'one');
    expect(isSigned(token, 'one')).toBe(true);
    expect(isSigned(token, 'two')).toBe(false);
  });

  it('that was verified is verified again once the secret has changed', () => {
    const isGenuine = tokenVerifier();
    const token = signToken(claims, 'one');
    const answers = ['one', 'one', 'two', 'two', 'one'].map((secret) => isGenuine(token, secret));
    expect(answers).toEqual([true, true, false, false, true]);
  });

  it('is verified also after very many others', () => {
    const isGenuine = tokenVerifier();
    for (let jti = 0; jti < 2100; jti++) {
      const token = signToken({ ...claims, jti: String(jti) }, 'one');
      expect([isGenuine(token, 'one'), isGenuine(`${token}A`, 'one')]).toEqual([true, false]);
    }
  });

  it.each([
    ['without a signature', (token: string) => token.replace(/[^.]*$/, '')],
    ['with a part of its signature', (token: string) => token.slice(0, -8)],
    ['with more than its signature', (token: string) => `${token}AAAA`],
    [
      'with another first byte',
      (token: string) =>
        token.replace(/\.([^.])([^.]*)$/, (_, c, rest) => `.${c === 'A' ? 'B' : 'A'}${rest}`),
    ],
    [
      'with another header',
      (token: string) => token.replace(/^[^.]*/, Buffer.from('{"alg":"none"}').toString('base64url')),
    ],
    ['with a fourth part', (token: string) => `${token}.`],
  ])('%s is refused', (_, changed) => {
    expect(isSigned(changed(signToken(claims, 'one')), 'one')).toBe(false);
  });
});
