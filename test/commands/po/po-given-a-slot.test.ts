import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { runCli } from '../../support/cli.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';
import { dataOf, homeWith } from '../../support/upload/home-with.ts';
import { makeOlder } from '../../support/upload/older-ledger.ts';

const po = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\nPO-7,Northgate FC,AC-TENT-2,2000000001012,5\n';

/** `lost`: the connection breaks. `hangs`: no answer. `refuses`: 400. */
type Answer = 'lost' | 'hangs' | 'refuses' | 'creates';

/** A service where no slot is used, and a home with a purchase order that names no slot. */
async function poService() {
  const state: { posts: Answer; slots: 'lost' | 'free'; onPost?: () => void } = {
    posts: 'creates',
    slots: 'free',
  };
  const slot = { slotReference: 'SLOT-1', scheduleStatus: 'confirmed', usedByPoReference: null };
  const { env, posts } = await startDocumentService(({ method, url }, response) => {
    const how = method === 'POST' ? state.posts : state.slots;
    if (method === 'POST') state.onPost?.();
    if (how === 'lost') response.destroy();
    else if (how === 'hangs') return;
    else if (how === 'refuses') json(response, 400, { success: false, error: 'slotReference is required' });
    else if (how === 'creates') json(response, 201, { success: true, data: { lw_po_number: 'LW-1' } });
    else json(response, 200, { success: true, data: url === '/v1/inbound-slot' ? [slot] : slot });
  });
  const home = homeWith('po.csv', po);
  const create = async (words: readonly string[] = [], signal?: AbortSignal) => {
    const line = ['po', 'create', 'po.csv', '--json', '--max-retries', '1', ...words];
    const outcome = await runCli(line, { home, env, ...(signal === undefined ? {} : { signal }) });
    const { documents } = dataOf(outcome) as unknown as { documents: { outcome: string }[] };
    return { ...outcome, outcome: documents[0]?.outcome };
  };
  const ledger = (script: string): void => {
    const db = openDatabase(join(home, 'ledger.sqlite'));
    db.script(script);
    db.close();
  };
  return { state, env, home, create, ledger, sent: () => posts('/v1/inbound-po').length };
}

type Service = Awaited<ReturnType<typeof poService>>;

async function killed({ state, env, home }: Service): Promise<void> {
  state.posts = 'hangs';
  const hanging = new Promise<void>((resolve) => {
    state.onPost = resolve;
  });
  const { child, done } = spawnCli(['po', 'create', 'po.csv'], { home, env });
  await hanging;
  child.kill('SIGKILL');
  await done;
}

async function interrupted({ state, create }: Service): Promise<void> {
  const controller = new AbortController();
  state.posts = 'lost';
  state.onPost = () => controller.abort('SIGINT');
  expect((await create([], controller.signal)).outcome).toBe('unknown');
}

async function lost({ state, create }: Service): Promise<void> {
  state.posts = 'lost';
  expect((await create()).outcome).toBe('unknown');
}

describe('a purchase order that was sent without a slot, and then gets one', () => {
  it.each<[string, (service: Service) => Promise<void>]>([
    ['the process was killed', killed],
    ['the upload was interrupted', interrupted],
    ['the answer was lost', lost],
    [
      'a look-up failed since',
      async (service) => {
        await lost(service);
        service.state.slots = 'lost';
        expect((await service.create(['--slot', 'SLOT-1'])).outcome).toBe('unknown');
      },
    ],
    [
      'an earlier version was killed',
      async (service) => {
        await killed(service);
        makeOlder(service.home, 2);
      },
    ],
    [
      'an earlier version was interrupted',
      async (service) => {
        await interrupted(service);
        makeOlder(service.home, 2);
      },
    ],
    [
      'the ledger was damaged since',
      async (service) => {
        await lost(service);
        service.ledger('DELETE FROM attempts; PRAGMA user_version = 0');
      },
    ],
    [
      'only the record that it had no slot survived the damage of the ledger',
      async (service) => {
        await lost(service);
        service.ledger('DELETE FROM documents; DELETE FROM intents; PRAGMA user_version = 0');
      },
    ],
  ])(
    'is not sent again if %s',
    async (_, before) => {
      const service = await poService();
      await before(service);
      const sent = service.sent();
      Object.assign(service.state, { posts: 'creates', slots: 'free' });
      for (let time = 0; time < 2; time++) {
        const again = await service.create(['--slot', 'SLOT-1']);
        expect([again.code, again.outcome], again.stderr).toEqual([10, 'unknown']);
        expect(again.stderr).toContain('it may have been sent without a slot');
      }
      expect(service.sent()).toBe(sent);
      expect((await service.create(['--slot', 'SLOT-1', '--fresh'])).outcome).toBe('created');
    },
    60_000,
  );

  it('says the same in its row and in the hint', async () => {
    const service = await poService();
    const two = `${po}PO-8,Northgate FC,AC-TENT-2,2000000001012,5\n`;
    writeFileSync(join(service.home, 'po.csv'), two);
    service.state.posts = 'lost';
    const { stdout, stderr } = await runCli(['po', 'create', 'po.csv', '--max-retries', '1'], service);
    expect(stdout).toContain('ask the warehouse, and send it alone with --fresh');
    expect(stderr).toContain('hint: the error of each says what to do');
    expect(stderr).not.toContain('run the same command again');
  });

  it('is only in doubt if its request may have begun: the others of a file were not sent', async () => {
    const service = await poService();
    writeFileSync(join(service.home, 'po.csv'), `${po}PO-8,Northgate FC,AC-TENT-2,2000000001012,5\n`);
    await killed(service);
    Object.assign(service.state, { posts: 'creates', onPost: undefined });
    const again = dataOf(await runCli(['po', 'create', 'po.csv', '--json', '--max-retries', '1'], service));
    expect(again.documents).toMatchObject([{ outcome: 'unknown' }, { outcome: 'created' }]);
  }, 60_000);

  it('is sent again if it was refused without a slot, and the answer with one was lost', async () => {
    const service = await poService();
    service.state.posts = 'refuses';
    expect((await service.create()).outcome).toBe('rejected');
    Object.assign(service.state, { posts: 'lost', slots: 'lost' });
    expect((await service.create(['--slot', 'SLOT-1'])).outcome).toBe('unknown');
    Object.assign(service.state, { posts: 'creates', slots: 'free' });
    expect((await service.create(['--slot', 'SLOT-1'])).outcome).toBe('created');
  });
});
