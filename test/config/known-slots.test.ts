import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  knownNames,
  knownSlotReferences,
  knownSlots,
  rememberNames,
  rememberSlots,
} from '../../src/config/remembered.ts';
import { makeHome } from '../support/cli.ts';

const keys = (slots: object) => Object.keys(slots);

describe('the slots known on this machine', () => {
  it('are saved by account, in a file private to its owner', async () => {
    const home = makeHome();
    await rememberSlots(home, 'a', { 'S-1': { status: 'pending_ops' } });
    await rememberSlots(home, 'b', { 'S-2': { status: 'confirmed', time: 't' } });
    expect(knownSlots(home, 'a')).toEqual({ 'S-1': { status: 'pending_ops' } });
    expect(knownSlots(home, 'b')).toEqual({ 'S-2': { status: 'confirmed', time: 't' } });
    expect(knownSlotReferences(home)).toEqual(['S-1', 'S-2']);
    expect(statSync(join(home, 'slots.json')).mode & 0o777).toBe(0o600);
  });

  it('keep their state when only their reference is remembered', async () => {
    const home = makeHome();
    await rememberSlots(home, 'a', { 'S-1': { status: 'pending_ops' } });
    await rememberSlots(home, 'a', { 'S-1': {}, 'S-2': {} });
    expect(knownSlots(home, 'a')).toEqual({ 'S-1': { status: 'pending_ops' }, 'S-2': {} });
  });

  it.each(['constructor', '__proto__'])('may be called %s', async (reference) => {
    const home = makeHome();
    await rememberSlots(home, 'a', Object.fromEntries([[reference, {}]]));
    expect(knownSlotReferences(home)).toEqual([reference]);
  });

  it('are the newest 500 of an account, for up to 50 accounts', async () => {
    const home = makeHome();
    const many = Array.from({ length: 501 }, (_, index) => [`S-${index}`, {}]);
    await rememberSlots(home, 'a', Object.fromEntries(many));
    expect(keys(knownSlots(home, 'a'))).toHaveLength(500);
    expect(keys(knownSlots(home, 'a'))).not.toContain('S-0');
    for (let index = 0; index < 50; index++) await rememberSlots(home, `more ${index}`, { S: {} });
    expect(keys(knownSlots(home, 'a'))).toEqual([]);
    expect(keys(knownSlots(home, 'more 0'))).toEqual(['S']);
  });

  it('do not include what a service makes so long that the file could not be read any more', async () => {
    const home = makeHome();
    const long = 'x'.repeat(500);
    await rememberSlots(home, 'a', { 'S-1': { status: 'pending_ops' }, [long]: {} });
    await rememberSlots(home, 'a', { 'S-1': { status: long }, 'S-2': { status: 'confirmed', time: long } });
    expect(knownSlots(home, 'a')).toEqual({ 'S-1': { status: 'pending_ops' } });
    await rememberNames(home, 'a', { sku: ['A-1', long] });
    expect(knownNames(home, 'a', 'sku')).toEqual(['A-1']);
  });

  it('are empty if the file is damaged, and the next write replaces it', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'slots.json'), '{"a": tor');
    expect(knownSlots(home, 'a')).toEqual({});
    await rememberSlots(home, 'a', { 'S-1': {} });
    expect(JSON.parse(readFileSync(join(home, 'slots.json'), 'utf8'))).toEqual({ a: { 'S-1': {} } });
  });

  it('cause no failure if nothing can be written', async () => {
    const home = makeHome();
    mkdirSync(join(home, 'slots.json'));
    await expect(rememberSlots(home, 'a', { 'S-1': {} })).resolves.toBeUndefined();
    expect(knownSlotReferences(home)).toEqual([]);
  });
});
