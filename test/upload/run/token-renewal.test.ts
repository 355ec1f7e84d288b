import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { afterRefusedToken } from '../../../src/upload/run/endings.ts';

/** What follows so many 401s in a row, if a sign-in gives this result. */
const refused = (inRow: number, result: boolean | Error) =>
  afterRefusedToken(
    {
      async renew() {
        if (result instanceof Error) throw result;
        return result;
      },
    },
    inRow,
  );

describe('a document whose token is refused', () => {
  it('goes on after a sign-in, three times in a row', async () => {
    for (const inRow of [1, 2, 3]) expect(await refused(inRow, true)).toBeUndefined();
    expect(await refused(4, true)).toEqual({
      reason: 'unauthorized',
      status: 401,
      message: 'the service rejects the token, even after signing in again',
    });
  });

  it.each([
    [false, 'unauthorized', 'the service refuses the sign-in', 401],
    [new CfiError('unauthorized', 'wrong secret'), 'unauthorized', 'wrong secret', 401],
    [new CfiError('forbidden', 'not you'), 'unauthorized', 'not you', 401],
    [new CfiError('network', 'gone'), 'unavailable', 'signing in again failed: gone', undefined],
  ] as const)('stops the run that cannot sign in: %s', async (result, reason, message, status) => {
    expect(await refused(1, result)).toEqual({
      reason,
      message,
      ...(status === undefined ? {} : { status }),
    });
  });

  it('ends the run by an error that is no failed sign-in', async () => {
    await expect(refused(1, new TypeError('a mistake of ours'))).rejects.toThrow(TypeError);
  });
});
