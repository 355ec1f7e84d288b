import { expect, it } from 'vitest';
import { makeHome } from '../../support/cli.ts';
import { runOrders } from '../../support/run-orders.ts';

/** The answer to an order that cannot be looked up is lost. */
const sent = (references: readonly string[], home: string) =>
  runOrders(
    references,
    { answer: (_, reference) => (/^\.+$/.test(reference) ? { socket: 'reset' } : {}) },
    home,
  );

it.each(['.', '..'])(
  'a reference that no request can contain %s does not end the run after a lost answer: only its own outcome is unknown',
  async (reference) => {
    const home = makeHome();
    const { end, asked } = await sent(['R-1', reference, 'R-2', 'R-3'], home);
    expect(end).toMatchObject({ left: 0, counts: { created: 3, unknown: 1 } });
    expect(end.stop).toBeUndefined();
    expect(asked.filter((each) => each.endsWith(` ${reference}`))).toEqual([`POST ${reference}`]);
    const again = await sent(['R-1', reference, 'R-4'], home);
    expect(again.end).toMatchObject({ left: 0, counts: { created: 1, unknown: 1 } });
    expect(again.end.stop).toBeUndefined();
    expect(again.asked).toEqual(['POST R-4']);
  },
);
