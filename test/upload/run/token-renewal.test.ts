import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { createTokenRenewal } from '../../../src/upload/run/endings.ts';

/** A renewal whose sign-ins give these results, repeating the last; `true` signs in. */
function renewalOf(...results: readonly (boolean | Error)[]) {
  let signIns = 0;
  const renewal = createTokenRenewal({
    async renew() {
      const result = results[Math.min(signIns, results.length - 1)] ?? true;
      signIns += 1;
      if (result instanceof Error) throw result;
      return result;
    },
  });
  return { renewal, signIns: () => signIns };
}

describe('the token renewal of a run', () => {
  it('signs in once for all requests that were refused together', async () => {
    const { renewal, signIns } = renewalOf(true);
    expect(renewal.count).toBe(0);
    expect(await Promise.all([0, 0, 0].map((count) => renewal.after401(count)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([renewal.count, signIns()]).toEqual([1, 1]);
    expect(await renewal.after401(0)).toBeUndefined();
    expect(signIns()).toBe(1);
    await renewal.after401(1);
    expect([renewal.count, signIns()]).toEqual([2, 2]);
  });

  it('stops after three consecutive sign-ins that do not help', async () => {
    const { renewal, signIns } = renewalOf(true);
    for (let count = 0; count < 3; count++) expect(await renewal.after401(count)).toBeUndefined();
    expect(await renewal.after401(3)).toEqual({
      reason: 'unauthorized',
      status: 401,
      message: 'the service rejects the token, even after signing in again',
    });
    expect(signIns()).toBe(3);
  });

  it('starts counting again after a token was accepted', async () => {
    const { renewal, signIns } = renewalOf(true);
    for (let count = 0; count < 9; count++) {
      expect(await renewal.after401(count)).toBeUndefined();
      if (count % 3 === 2) renewal.tokenAccepted();
    }
    expect(signIns()).toBe(9);
  });

  it.each([
    [false, 'unauthorized', 'the service refuses the sign-in', 401],
    [new CfiError('unauthorized', 'wrong secret'), 'unauthorized', 'wrong secret', 401],
    [new CfiError('forbidden', 'not you'), 'unauthorized', 'not you', 401],
    [new CfiError('network', 'gone'), 'unavailable', 'signing in again failed: gone', undefined],
  ] as const)('stops when it cannot sign in: %s', async (result, reason, message, status) => {
    const { renewal } = renewalOf(result);
    expect(await renewal.after401(0)).toEqual({
      reason,
      message,
      ...(status === undefined ? {} : { status }),
    });
  });

  it('passes on errors that are not sign-in failures', async () => {
    const { renewal } = renewalOf(new TypeError('a mistake of ours'), true);
    await expect(renewal.after401(0)).rejects.toThrow(TypeError);
    expect(await renewal.after401(1)).toBeUndefined();
  });
});
