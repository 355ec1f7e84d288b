import { describe, expect, it } from 'vitest';
import { choicesFor } from '../../../src/emulator/conformance/assumptions.ts';
import { makeHome } from '../../support/cli.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';

const chosen = async (emulator: Awaited<ReturnType<typeof openTestEmulator>>) =>
  (await emulator.admin.get('/assumptions')).body.data.assume;

describe('choices where the specification is silent', () => {
  it('are part of the state: they survive reopening, export and reset', async () => {
    const state = makeHome();
    const first = await openTestEmulator({ state, assume: { 'A-22': 1, 'A-06': 0 } });
    expect(await chosen(first)).toEqual({ 'A-22': 1 });
    const exported = (await first.admin.get('/state')).body.data;
    await first.admin.post('/reset', {});
    expect(await chosen(first)).toEqual({ 'A-22': 1 });
    first.close();
    const again = await openTestEmulator({ state, assume: { 'A-38': 1 } });
    expect(await chosen(again)).toEqual({ 'A-22': 1, 'A-38': 1 });
    const other = await openTestEmulator({ varyAssumptions: 3 });
    expect(await chosen(other)).toEqual(choicesFor(3));
    await other.admin.put('/state', exported);
    expect(await chosen(other)).toEqual({ 'A-22': 1 });
  });

  it('from a number replace those of the state, and single choices override both', async () => {
    const state = makeHome();
    (await openTestEmulator({ state, assume: { 'A-58': 1 } })).close();
    const emulator = await openTestEmulator({ state, varyAssumptions: 4, assume: { 'A-06': 3 } });
    expect(await chosen(emulator)).toEqual({ ...choicesFor(4), 'A-06': 3 });
    emulator.close();
    const reset = await openTestEmulator({ state, varyAssumptions: 0 });
    expect(await chosen(reset)).toEqual({});
  });

  it('appear in the header with their number, or just the id for the default', async () => {
    const emulator = await openTestEmulator({ assume: { 'A-38': 1 } });
    const { status, headers } = await emulator.as('emu-acme').get('/outbound');
    expect([status, headers['x-emulator-assumption']]).toEqual([404, 'A-35, A-38=1']);
    const standard = await openTestEmulator();
    expect((await standard.as('emu-acme').get('/outbound')).headers['x-emulator-assumption']).toBe('A-38');
  });

  it.each([
    [{ 'A-99': 1 }, 'A-99 is not an assumption with alternatives'],
    [{ 'A-22': 3 }, 'A-22=3: A-22 takes 0 to 2'],
    [{ 'A-22': -1 }, 'A-22 takes 0 to 2'],
  ])('are refused if they do not exist: %j', async (assume, message) => {
    await expect(openTestEmulator({ assume: assume as object })).rejects.toThrow(message);
  });

  it('are also refused in an imported state', async () => {
    const emulator = await openTestEmulator();
    const { tables, ...rest } = (await emulator.admin.get('/state')).body.data;
    const rows = [...tables.meta.rows, ['kept_choices', '{"A-22":9}']];
    const answer = await emulator.admin.put('/state', {
      ...rest,
      tables: { ...tables, meta: { ...tables.meta, rows } },
    });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('A-22 takes 0 to 2')]);
    expect(await chosen(emulator)).toEqual({});
  });
});
