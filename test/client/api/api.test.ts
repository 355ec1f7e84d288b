import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { scripted } from './scripted-api.ts';

describe('a call', () => {
  it('encodes the path and query, and sends the token and JSON', async () => {
    const { api, sent } = scripted([{}]);
    await api.call('getOrder', { params: { referenceNumber: 'A/B ?ü' } });
    await api.call('listOrders', { query: { channel_ref: 'a&b', page: 2, ship_from: undefined } });
    await api.call('createOrder', { body: { a: 1 } });
    await api.call('createOrder', { body: '{"a": 1.0}' });
    expect(sent.map(({ target }) => target)).toEqual([
      '/v1/order/A%2FB%20%3F%C3%BC',
      '/v1/order?channel_ref=a%26b&page=2',
      '/v1/outbound',
      '/v1/outbound',
    ]);
    expect(sent.slice(2).map(({ body }) => Buffer.from(body ?? []).toString())).toEqual([
      '{"a":1}',
      '{"a": 1.0}',
    ]);
    expect(sent[2]?.headers).toMatchObject({
      authorization: 'Bearer token-0',
      'content-type': 'application/json',
    });
  });

  it('sends no question mark without a query', async () => {
    const { api, sent } = scripted([{}]);
    await api.call('listSlots', { query: {} });
    await api.call('listSlots', { query: { available: undefined } });
    await api.call('listSlots', { query: { available: false } });
    expect(sent.map(({ target }) => target)).toEqual([
      '/v1/inbound-slot',
      '/v1/inbound-slot',
      '/v1/inbound-slot?available=false',
    ]);
    expect(sent[0]).not.toHaveProperty('body');
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
  });

  it('passes on a failure of this machine unchanged', async () => {
    const failure = new CfiError('internal', 'disk full');
    await expect(scripted([{ failure }]).api.call('inventory')).rejects.toMatchObject({
      code: 'internal',
      message: 'disk full',
    });
  });

  it('names the client of the account', () => {
    expect(scripted([{}]).api.clientId).toBe('acme');
  });

  it.each(['', '.', '..', 'a\ud800', '\u001b]0;x', '\u0007 '])(
    'refuses %j as a reference with exit 2',
    async (referenceNumber) => {
      const { api, sent } = scripted([{}]);
      await expect(api.call('getOrder', { params: { referenceNumber } })).rejects.toMatchObject({
        exitCode: 2,
      });
      expect(sent).toEqual([]);
    },
  );

  it.each([
    [
      'an envelope',
      '{"success":true,"message":"m","data":[1],"pagination":{"x":1},"warning":"w","more":2}',
      { data: [1], pagination: { x: 1 } },
    ],
    ['data without success', '{"data":{"a":1}}', { data: { a: 1 } }],
    [
      'members beside success',
      '{"success":true,"skus":[1],"pagination":{"x":1}}',
      { data: { skus: [1], pagination: { x: 1 } } },
    ],
    ['a bare object', '{"a":1}', { data: { a: 1 } }],
    ['a bare list', '[1,2]', { data: [1, 2] }],
    ['null data', '{"success":true,"data":null}', { data: null }],
  ])('reads %s', async (_, body, expected) => {
    const answer = await scripted([{ body }]).api.call('inventory');
    expect(answer).toMatchObject(expected);
    expect(answer.body).toEqual(JSON.parse(body));
  });

  it('accepts a success without a body for a write', async () => {
    const answer = await scripted([{ status: 204, body: '' }]).api.call('cancelSlot', {
      params: { slotReference: 'S' },
    });
    expect(answer).toMatchObject({ status: 204, data: undefined });
  });

  it('treats success false as a refusal, whatever the status', async () => {
    const { api } = scripted([{ body: '{"success":false,"error":"not today"}' }]);
    await expect(api.call('inventory')).rejects.toMatchObject({ message: 'not today' });
  });

  it.each([
    ['getOrder', '[]', 'record'],
    ['getOrder', 'null', 'record'],
    ['listSlots', '5', 'list'],
    ['listSlots', '"none"', 'list'],
  ] as const)('%s does not accept %s as a %s', async (endpoint, data, what) => {
    const { api } = scripted([{ body: `{"success":true,"data":${data}}` }]);
    const params = { referenceNumber: 'R' };
    expect(await api.attempt(endpoint, { params })).toEqual({
      kind: 'failure',
      reason: 'unreadable',
      message: `the service did not answer with a ${what}`,
      maybeSent: true,
    });
  });

  it.each(['[]', 'null', '{}'])('a list may be %s', async (data) => {
    const { api } = scripted([{ body: `{"success":true,"data":${data}}` }]);
    expect(await api.attempt('listSlots')).toMatchObject({ kind: 'answer' });
  });
});
