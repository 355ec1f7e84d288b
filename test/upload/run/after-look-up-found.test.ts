import { describe, expect, it } from 'vitest';
import { afterLookUp } from '../../../src/upload/run/decide.ts';
import { atStart, type Finding, type Progress } from '../../../src/upload/run/work.ts';
import { at, other, refusal, rules, same, silent } from '../../support/upload/upload-steps.ts';

describe('an order that an earlier run finished with other content', () => {
  const lines = [{ SKU: 'B', reason: 'refunded', line: 3 }] as const;

  it.each<[string, Finding, object]>([
    [
      'is skipped if only lines are gone that the file now leaves out',
      { ...same, held: lines } as Finding,
      { outcome: 'skipped', keepsRecord: true, held: lines, uuid: 'u', number: 7 },
    ],
    [
      'exists if the service has the new content',
      same,
      { outcome: 'existing', status: 200, uuid: 'u', number: 7 },
    ],
    [
      'is a conflict if another field differs, too',
      { ...other, held: lines } as Finding,
      {
        outcome: 'conflict',
        keepsRecord: true,
        changed: true,
        error: expect.stringMatching(/it was not sent: Currency$/),
        fields: ['Currency'],
        held: lines,
      },
    ],
    [
      'is a conflict if the service does not show all that the file has now',
      { kind: 'found', comparison: { differing: [], compared: 3, unshown: ['DeliveryAddress.Address2'] } },
      {
        outcome: 'conflict',
        keepsRecord: true,
        changed: true,
        error: expect.stringMatching(/not sent, and the service does not show DeliveryAddress\.Address2$/),
        fields: ['DeliveryAddress.Address2'],
      },
    ],
    [
      'names only what differs if some of it is shown',
      { kind: 'found', comparison: { differing: ['Currency'], compared: 3, unshown: ['Channel_Ref'] } },
      {
        outcome: 'conflict',
        keepsRecord: true,
        changed: true,
        error: expect.stringMatching(/it was not sent: Currency$/),
        fields: ['Currency'],
      },
    ],
    [
      'is a conflict if the service does not show what it has',
      silent,
      {
        outcome: 'conflict',
        keepsRecord: true,
        changed: true,
        error: expect.stringMatching(/it was not sent$/),
      },
    ],
    [
      'is a conflict if it cannot be read',
      { kind: 'cannot-tell', error: 'because' },
      {
        outcome: 'conflict',
        keepsRecord: true,
        changed: true,
        error: expect.stringMatching(/it was not sent$/),
      },
    ],
    [
      'is a conflict if the service refuses to show it',
      refusal(400) as Finding,
      {
        outcome: 'conflict',
        keepsRecord: true,
        changed: true,
        error: expect.stringMatching(/it was not sent$/),
      },
    ],
  ])('%s', (_, found, result) => {
    expect(afterLookUp(atStart('compare'), found, rules).step).toEqual({ do: 'finish', result });
  });

  it.each([
    [true, { outcome: 'conflict', fields: ['Channel_Ref'], keepsRecord: true }],
    [false, { outcome: 'created' }],
  ])('may be there with what was sent before, if that was other content: %s', (isChanged, result) => {
    const found = {
      ...same,
      comparison: { differing: [], compared: 3, unshown: ['Channel_Ref'] },
    } as Finding;
    const { step } = afterLookUp(atStart('look-up', { isChanged }), found, rules);
    expect(step).toMatchObject({ do: 'finish', result });
  });

  it.each<[string, Finding, object]>([
    ['with the fields', other, { error: 'changed: Currency' }],
    [
      'with the fields that the service does not show',
      { kind: 'found', comparison: { differing: [], compared: 2, unshown: ['Channel_Ref'] } },
      { error: 'changed: Channel_Ref' },
    ],
    ['with nothing to compare', silent, { error: 'changed: the service does not show which fields' }],
    [
      'with the lines now left out',
      { ...other, held: lines } as Finding,
      { error: 'changed: Currency', held: lines },
    ],
    [
      'with the ids',
      { kind: 'found', comparison: { differing: ['Qty'], compared: 2 }, uuid: 'u', number: 7 },
      { error: 'changed: Qty', uuid: 'u', number: 7 },
    ],
  ])('exists if the user keeps such orders: %s', (_, found, result) => {
    const { step } = afterLookUp(atStart('compare'), found, { ...rules, keepChanged: true });
    expect(step).toEqual({ do: 'finish', result: { outcome: 'existing', keepsRecord: true, ...result } });
  });
});

describe('an order to keep that cannot be read', () => {
  const keeping = { ...rules, keepChanged: true };
  const unread = /accepted it, and the order could not be read: because$/;

  it('fails if the next run may find out', () => {
    const { step } = afterLookUp({ ...atStart('compare'), fruitless: 2 }, refusal(503), keeping);
    const result = {
      outcome: 'failed',
      keepsRecord: true,
      status: 503,
      error: expect.stringMatching(unread),
    };
    expect(step).toEqual({ do: 'finish', result, serviceFailed: true });
  });

  it('is a conflict if the service refuses to show it', () => {
    const { step } = afterLookUp(atStart('compare'), refusal(400), keeping);
    expect(step).toMatchObject({ result: { outcome: 'conflict', keepsRecord: true } });
  });

  it('is unknown like any other if it may have been sent', () => {
    const { step } = afterLookUp(at({ maybeSent: true, fruitless: 2 }), refusal(503), keeping);
    expect(step).toMatchObject({ result: { outcome: 'unknown' } });
  });
});

it.each<[string, Progress, Finding, object]>([
  [
    'its ids and 409 after a duplicate',
    at({ duplicate: true }),
    same,
    { outcome: 'existing', status: 409, uuid: 'u', number: 7 },
  ],
  [
    'its ids and 200 after a lost answer',
    at({ maybeSent: true }),
    same,
    { outcome: 'created', status: 200, uuid: 'u', number: 7 },
  ],
  [
    'its ids if there is nothing to compare',
    at({ duplicate: true }),
    { ...silent, uuid: 'u', number: 7 } as Finding,
    { outcome: 'existing', status: 409, error: 'unverified', uuid: 'u', number: 7 },
  ],
  [
    'that the order is cancelled',
    at({ duplicate: true }),
    { ...same, cancelled: true } as Finding,
    { outcome: 'existing', status: 409, uuid: 'u', number: 7, cancelled: true },
  ],
  [
    'that an order which has changed is cancelled',
    atStart('compare'),
    { ...other, cancelled: true } as Finding,
    {
      outcome: 'conflict',
      keepsRecord: true,
      changed: true,
      error: expect.stringMatching(/it was not sent: Currency$/),
      fields: ['Currency'],
      cancelled: true,
    },
  ],
  [
    'no ids where it shows none',
    at({ maybeSent: true }),
    { kind: 'found', comparison: { differing: [], compared: 1 } },
    { outcome: 'created', status: 200 },
  ],
  [
    'the fields that differ',
    at({ maybeSent: true }),
    other,
    {
      outcome: 'conflict',
      status: 409,
      error: 'the service has it with different content: Currency',
      fields: ['Currency'],
    },
  ],
])('what is kept of a found record %s', (_, before, found, result) => {
  expect(afterLookUp(before, found, rules).step).toMatchObject({ do: 'finish' });
  expect((afterLookUp(before, found, rules).step as { result: object }).result).toEqual(result);
});
