import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { asFunction, checkNoCircle, commonJs } from '../../scripts/bundle/common-js.mjs';

async function load(text: string, files: Readonly<Record<string, unknown>> = {}): Promise<object> {
  const module = { exports: {} };
  const start = runInThisContext(asFunction(await commonJs(text)));
  start(module.exports, (name: string) => files[name], module);
  return module.exports;
}

describe('a module of the built program', () => {
  it('takes what it imports from other files, and exports plain values', async () => {
    const text =
      'import{a as b,c}from"./one.js";import"./two.js";import{join as j}from"node:path";' +
      'const d=b+c,e=j("x","y");export{d as f,e};';
    const files = {
      './one.js': { a: 1, c: 2 },
      'node:path': { join: (...parts: string[]) => parts.join('-') },
    };
    const exported = await load(text, files);
    expect(exported).toEqual({ __esModule: true, f: 3, e: 'x-y' });
    expect(Object.getOwnPropertyDescriptor(exported, 'f')).toMatchObject({ value: 3 });
  });

  it('can export only a default', async () => {
    expect(await load('export default 3;')).toHaveProperty('default', 3);
  });
});

describe('files that import each other', () => {
  const importing = (path: string) => ({ imports: [{ path, kind: 'import-statement' }] });

  it('are refused', () => {
    const circle = { 'a.js': importing('b.js'), 'b.js': importing('c.js'), 'c.js': importing('b.js') };
    expect(() => checkNoCircle(circle)).toThrow('a.js, b.js, c.js, b.js');
  });

  it('are accepted if one of them is loaded later', () => {
    const later = { imports: [{ path: 'a.js', kind: 'dynamic-import' }] };
    expect(() => checkNoCircle({ 'a.js': importing('b.js'), 'b.js': later })).not.toThrow();
  });
});
