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
