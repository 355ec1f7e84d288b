import { describe, expect, it } from 'vitest';
import { faultPresets, matchText, timesText } from '../../../src/emulator/page/sections/fault-presets.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';

describe('the ready-made faults', () => {
  it.each(faultPresets)('$name can be added', async ({ rule }) => {
    const { admin } = await openTestEmulator({ seed: 'empty' });
    expect((await admin.post('/faults', rule)).status).toBe(200);
    expect((await admin.get('/faults')).body.data).toMatchObject([rule]);
  });

  it.each([
    [{}, 'every request'],
    [{ match: { method: 'POST', path: '/outbound' } }, 'POST /outbound'],
    [{ match: { client: 'emu-acme', reference: 'R-*' } }, 'client emu-acme, reference R-*'],
  ])('%j applies to %s', (fault, text) => {
    expect(matchText(fault)).toBe(text);
  });

  it.each([
    [{ fired: 2 }, 'fired 2 times'],
    [{ fired: 1, when: { times: 3 } }, 'fired 1 of 3 times'],
    [{ fired: 3, when: { times: 3 } }, 'used up'],
  ])('%j shows: %s', (fault, text) => {
    expect(timesText(fault)).toBe(text);
  });
});
