import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { closedAfterTest } from '../support/closing.ts';
import { type Spawned, spawnCli } from '../support/processes/process.ts';
import { seeded } from '../support/random.ts';
import { json, startService } from '../support/services/http-server.ts';
import { credentials } from '../support/sign-in.ts';
import { file, row } from '../support/upload/slot-file.ts';

// Two rows are equal, so their slots cannot be told apart.
const rows = [row('08'), row('09'), row('08'), row('10', 4)];
/** What tells the slots of a row from others. */
const kindOf = ({ date, palletCount }: Record<string, unknown>): string => `${date} ${palletCount}`;
const wanted = new Map([
  ['2026-09-08 6', 2],
  ['2026-09-09 6', 1],
  ['2026-09-10 4', 1],
]);

type Slot = Record<string, unknown> & { readonly slotReference: string };

/** A service whose answers get lost, whose lists come from replicas that lag, and that kills its client. */
async function stormService(random: () => number) {
  const slots: Slot[] = [];
  /** Slots in answers that the present client has gone on after, or has not yet. */
  const shown = new Map<string, Slot>();
  let answered: readonly Slot[] = [];
  const world = { calm: false, client: undefined as Spawned | undefined, again: [] as string[] };
  const book = (content: Record<string, unknown>): Slot => {
    const slot = {
      ...content,
      slotReference: `S-${slots.length + 1}`,
      scheduleStatus: 'pending_ops',
      schedule: { proposals: [] },
    };
    slots.push(slot);
    return slot;
  };
  const happens = (share: number): boolean => !world.calm && random() < share;
  const kill = (): void => {
    answered = [];
    world.client?.child.kill('SIGKILL');
  };
  const service = closedAfterTest(
    await startService(({ method, url, body }, response) => {
      for (const slot of answered) shown.set(slot.slotReference, slot);
      answered = [];
      if (url.startsWith('/v1/inventory'))
        return json(response, 200, {
          success: true,
          data: { locations: [{ location_name: 'Northgate FC' }] },
        });
      if (happens(0.08)) return kill();
      const one = /^\/v1\/inbound-slot\/(.+)$/.exec(url)?.[1];
      if (one !== undefined) {
        const data = slots.find(({ slotReference }) => slotReference === one);
        if (data === undefined || happens(0.2))
          return json(response, 404, { success: false, error: 'not found' });
        return json(response, 200, { success: true, data });
      }
      if (method === 'GET') {
        const lag = happens(0.6) ? Math.floor(random() * 4) : 0;
        answered = slots.slice(0, slots.length - lag);
        return json(response, 200, { success: true, data: answered });
      }
      const content = JSON.parse(body) as Record<string, unknown>;
      const kind = kindOf(content);
      const known = [...shown.values()].filter((slot) => kindOf(slot) === kind).length;
      if (known >= (wanted.get(kind) ?? 0)) world.again.push(`${kind}, of which it had seen ${known}`);
      if (happens(0.1)) return void response.destroy();
      const slot = book(content);
      if (happens(0.15)) return kill();
      if (happens(0.35)) return void response.destroy();
      answered = [slot];
      return json(response, 201, { success: true, data: slot });
    }),
  );
  return { env: credentials(service.baseUrl), slots, world };
}

it.each([1, 2])(
  'books each row, and none again of which a list has shown the slot (seed %i)',
  async (seed) => {
    const { env, slots, world } = await stormService(seeded(seed));
    const home = makeHome();
    writeFileSync(join(home, 'slots.csv'), file(...rows));
    const said: string[] = [];
    let code: number | null = null;
    for (let run = 1; run <= 10; run++) {
      world.calm = run > 4;
      const words = [
        'slot',
        'book',
        'slots.csv',
        '--lost-wait',
        '300ms',
        '--max-retries',
        '2',
        '--timeout',
        '5s',
      ];
      world.client = spawnCli(words, { home, env });
      const { stderr, ...ended } = await world.client.done;
      code = ended.code;
      said.push(`run ${run}: exit ${code}\n${stderr}\n${ended.stdout}`);
      if (world.calm && code === 0) break;
    }
    const story = `${said.join('\n')}\n${slots.map((slot) => `${slot.slotReference} ${kindOf(slot)}`).join('\n')}`;
    expect(code, story).toBe(0);
    expect(world.again, story).toEqual([]);
    for (const [kind, count] of wanted)
      expect(slots.filter((slot) => kindOf(slot) === kind).length, story).toBeGreaterThanOrEqual(count);
  },
  120_000,
);
