import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeHome } from '../../../support/cli.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { manyOrders } from '../../../support/upload/orders-csv.ts';

const program = fileURLToPath(new URL('../../../../bin/cfi.js', import.meta.url));

/** Uploads orders; returns what V8 says about the compilation of the parser, and how many orders arrived. */
async function upload(count: number): Promise<{ compilation: string; stored: number }> {
  const service = await startOrderService();
  const home = makeHome();
  const file = join(home, 'orders.csv');
  writeFileSync(file, manyOrders(count));
  const args = ['--trace-wasm-compilation-times', program, 'order', 'create', file, '-q'];
  const env = { PATH: process.env.PATH, CFI_HOME: home, ...service.env };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [compilation] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { compilation, stored: service.stored.size };
}

describe('the optimisation of the parser of answers', () => {
  it('does not keep an upload of a thousand orders waiting', async () => {
    const { compilation, stored } = await upload(1000);
    expect(compilation).toContain('Liftoff');
    expect(compilation).not.toContain('TurboFan');
    expect(stored).toBe(1000);
  });

  it('speeds up an upload of fifty thousand', async () => {
    const { compilation, stored } = await upload(50_000);
    expect(compilation).toContain('TurboFan');
    expect(stored).toBe(50_000);
  });
});
