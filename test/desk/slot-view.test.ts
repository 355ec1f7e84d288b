import { expect, it } from 'vitest';
import { statusName } from '../../src/desk/slot-view.ts';

it.each(['constructor', '__proto__', 'Constructor'])('says the status %s in its own word', (status) => {
  expect(statusName(status)).toBe(status);
});
