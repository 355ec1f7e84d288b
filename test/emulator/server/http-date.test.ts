import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpDates } from '../../../src/emulator/server/http-date.ts';
import { testNow } from '../../support/time.ts';

describe('httpDates', () => {
  it('formats consecutive instants like JavaScript', () => {
    const near = fc.integer({ min: -3000, max: 3000 }).map((ms) => testNow + ms);
    const far = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
    fc.assert(
      fc.property(fc.array(fc.oneof(near, far)), (instants) => {
        const httpDate = httpDates();
        expect(instants.map(httpDate)).toEqual(instants.map((ms) => new Date(ms).toUTCString()));
      }),
    );
  });
});
