import { describe, expect, it } from 'vitest';
import { stubService } from '../support/services/stub-service.ts';

const answering = (data: unknown) => stubService(() => ({ body: JSON.stringify({ success: true, data }) }));

/** A command, the record that names what it asks for, and the record of something else. */
const reads: readonly (readonly [line: string, own: object, other: object, said: string])[] = [
  ['order get R-1', { ReferenceNumber: 'R-1' }, { ReferenceNumber: 'R-2', Status: 'Shipped' }, 'order R-2'],
  ['inbound get IN-1', { delivery_number: 'IN-1' }, { delivery_number: 'IN-2' }, 'delivery IN-2'],
  ['slot get S-1', { slotReference: 'S-1' }, { slotReference: 'S-2' }, 'slot S-2'],
  ['stock-age AC-1', { sku: 'AC-1' }, { sku: 'AC-2', total_quantity: 5 }, 'SKU AC-2'],
  ['po get LW-1', { lw_po_number: 'LW-1' }, { lw_po_number: 'LW-2' }, 'purchase order LW-2'],
];

describe.each(reads)('cfi %s', (line, own, other, reported) => {
  const args = line.split(' ');
  const reference = args.at(-1) ?? '';

  it.each(['table', 'json', 'csv'])('does not show the record of another one with %s', async (output) => {
    const { code, stdout, stderr } = await answering(other).cfi([...args, '-o', output]);
    expect([code, stdout]).toEqual([10, '']);
    expect(stderr).toContain(`the service answered with ${reported} instead of ${reference}`);
  });

  it('shows its record', async () => {
    const { code, stdout, stderr } = await answering(own).cfi([...args, '--json']);
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, { data: own }, '']);
  });

  it.each([{}, { Note: 'ready' }, { scheduleStatus: 'pending_ops' }])(
    'warns of an answer without any reference: %j',
    async (data) => {
      const { code, stdout, stderr } = await answering(data).cfi([...args, '--json']);
      expect([code, JSON.parse(stdout)]).toEqual([0, { data }]);
      expect(stderr).toContain(`warning: the answer does not show that it is about`);
      // No command for a slot of no name is a next step.
      expect(stderr).not.toContain('next:');
    },
  );
});

it.each([
  ['order get 7f1e', { ReferenceNumber: 'R-1', OrderId: { UUID: '7F1E', Number: 41 } }],
  ['order get 41', { ReferenceNumber: 'R-1', OrderId: { UUID: '7F1E', Number: 41 } }],
  ['order get R-1', { order: { ReferenceNumber: 'R-1' } }],
  ['po get PO-7', { lw_po_number: 'LW-1', PO_REFERENCE: 'PO-7' }],
])('%s shows a record that has it among its references', async (line, data) => {
  const { code, stderr } = await answering(data).cfi(line.split(' '));
  expect([code, stderr]).toEqual([0, '']);
});

it('names the reference among several for which another record came', async () => {
  const { cfi } = answering({ ReferenceNumber: 'R-1' });
  const { code, stdout, stderr } = await cfi(['order', 'get', 'R-1', 'R-2', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([9, { data: [{ ReferenceNumber: 'R-1' }] }]);
  expect(stderr).toContain('the service answered with order R-1 instead of R-2');
});
