import { expect, it } from 'vitest';
import { statusName, timeline } from '../../src/desk/slot-view.ts';
import { testNow } from '../support/time.ts';

it.each(['constructor', '__proto__', 'Constructor'])('says the status %s in its own word', (status) => {
  expect(statusName(status)).toBe(status);
});

it('shows the last thousand proposals of a negotiation, and how many came before', () => {
  const proposals = Array.from({ length: 1002 }, (_, at) => ({ proposedBy: 'ops', comment: `no. ${at}` }));
  const [block] = timeline({ schedule: { proposals } }, testNow);
  const lines = block?.kind === 'text' ? block.text.split('\n') : [];
  expect([lines.length, lines[0]]).toEqual([1001, 'Negotiation, after 2 earlier proposals']);
  expect(lines[1]).toContain('no. 2');
});
