import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { json } from '../support/services/http-server.ts';
import { references, reported, shippedOrders, tell } from '../support/upload/shop-files.ts';

const moving = 'linkSync|renameSync|rename|rmSync|unlinkSync|rmdirSync|mkdirSync';

// Before every 17th change; `npm run faults` kills it before every call of the system.
it('has each file in one place and sends each order once, wherever it is killed', async () => {
  for (let nth = 1; ; nth += 17) {
    const { home, folder, put, inside, drop, interfereWith, service } = await openDropFolder();
    interfereWith((request, response) => {
      if (!request.body.includes('"R-2"')) return false;
      json(response, 400, { success: false, error: 'not today' });
      return true;
    });
    put('good.csv', 'G-1');
    put('part.csv', 'R-1', 'R-2');
    const command = ['order', 'drop', folder, '--settle', '0s', '-o', 'ndjson'];
    const moment = { call: moving, path: `^(?:${folder}|/proc/self/fd)/`, nth };
    const dropping = spawnPausing(command, moment, { home, env: service.env });
    const isReached = await dropping.reached.then(
      () => true,
      () => false,
    );
    dropping.child.kill('SIGKILL');
    const { code, stdout } = await dropping.done;
    const again = await drop(['-o', 'ndjson']);
    expect([nth, inside(), inside('done'), inside('failed')], stdout + again.stderr).toEqual([
      nth,
      ['done', 'failed'],
      ['good.csv'],
      ['part.csv', 'part.csv.failed.csv', 'part.csv.report.json', 'part.csv.report.txt'],
    ]);
    expect([...service.stored.keys()].sort()).toEqual(['G-1', 'R-1']);
    expect(
      service
        .posted()
        .filter((reference) => reference !== 'R-2')
        .sort(),
    ).toEqual(['G-1', 'R-1']);
    if (isReached) continue;
    expect([code, nth > 20]).toEqual([9, true]);
    return;
  }
}, 300_000);

it('writes each order again after a kill at any moment of writing the files', async () => {
  const { home: uploaded, service } = await shippedOrders();
  const { env } = service;
  for (let nth = 1; ; nth++) {
    const home = makeHome();
    cpSync(uploaded, home, { recursive: true });
    const moment = { call: 'open|rename', path: `^${home}/\\.?w(?:-2)?\\.csv`, nth };
    const telling = spawnPausing(tell(home), moment, { home, env });
    const isReached = await telling.reached.then(
      () => true,
      () => false,
    );
    telling.child.kill('SIGKILL');
    const { code } = await telling.done;
    if (!isReached) {
      // Two files were opened and moved into place.
      expect([code, nth]).toEqual([0, 5]);
      return;
    }
    expect((await runCli(tell(home), { home, env })).code).toBe(0);
    expect(reported(home)).toEqual(references);
    expect((await runCli(tell(home), { home, env })).stderr).toContain('nothing new');
  }
}, 120_000);
