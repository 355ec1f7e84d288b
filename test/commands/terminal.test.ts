import { expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { runPty } from '../support/processes/process.ts';
import { runAtTerminal } from '../support/simulated-terminal.ts';

const env = { CFI_EMULATOR: '1', CFI_CLIENT_ID: 'emu-acme' };
const enter = '\r';
const down = '\u001b[B';

it('books in a terminal, gets a counter-offer, answers on the spot and is confirmed', async () => {
  const home = makeHome();
  const terminal = runAtTerminal(['slot', 'book', '--watch'], { home, env, columns: 80 });
  await terminal.answer('Which warehouse?', down + down + enter);
  for (const question of ['Which day?', 'Which window?']) {
    await terminal.answer(question, enter);
  }
  await terminal.answer('How is it delivered?', down + enter);
  for (const question of [
    'How are the goods loaded?',
    'How many SKUs?',
    'How many pallets',
    'Container number',
  ]) {
    await terminal.answer(question, enter);
  }
  await terminal.answer('(y/N)', 'y\r');
  await terminal.until('the same without prompts: cfi slot book --date');
  await terminal.answer('leave it open', down + enter);
  await terminal.answer('Accept SLOT-000001', 'y\r');
  const { code, text } = await terminal.done;
  expect(code).toBe(0);
  expect(text).toContain('→ your answer (the warehouse offers');
  expect(text).toContain('→ confirmed');
}, 60_000);

it('says at once that it tries again where nobody answers', async () => {
  const nowhere = { CFI_TOKEN: 'token', CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_MAX_RETRIES: '9' };
  const terminal = runPty(['inventory'], { env: nowhere, columns: 80 });
  await terminal.answer('the connection was refused; trying again', '\u0003');
  expect((await terminal.done).code).toBe(130);
}, 60_000);
