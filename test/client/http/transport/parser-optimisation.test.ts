import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startDelay } from '../../../../src/client/http/transport/parser-optimisation.ts';
import { makeHome } from '../../../support/cli.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { manyOrders } from '../../../support/upload/orders-csv.ts';

describe('the delay of the parser’s optimisation', () => {
  it('ends with the 10,000th request', () => {
    const flags: string[] = [];
    const delay = startDelay((flag) => flags.push(flag));
    for (let count = 1; count < 10_000; count += 1) delay.countRequest();
    expect(flags).toEqual(['--wasm-tier-up-filter=1000000']);
    delay.countRequest();
    delay.countRequest();
    expect(flags).toEqual(['--wasm-tier-up-filter=1000000', '--wasm-tier-up-filter=-1']);
  });

  it('ends with the process', () => {
    const flags: string[] = [];
    startDelay((flag) => flags.push(flag)).end();
    expect(flags.at(-1)).toBe('--wasm-tier-up-filter=-1');
  });

  it('saves an upload of a thousand orders the wait for it', async () => {
    const service = await startOrderService();
    const home = makeHome();
    const file = join(home, 'orders.csv');
    writeFileSync(file, manyOrders(1000));
    const program = fileURLToPath(new URL('../../../../bin/cfi.js', import.meta.url));
    const args = ['--trace-wasm-compilation-times', program, 'order', 'create', file, '-q'];
    const env = { PATH: process.env.PATH, CFI_HOME: home, ...service.env };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [shown] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(shown).toContain('Liftoff');
    expect(shown).not.toContain('TurboFan');
    expect(service.stored.size).toBe(1000);
  });
});
