import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { type CompiledCode, compiledCodeFolder, compiledCodeIn } from './compiled-code.ts';
import { moduleLoader, type Require } from './loader.ts';

/** The built program on disk. */
export interface ProgramFiles {
  /** The folder of its modules. */
  readonly folder: string;
  /** Gives what is not one of its modules. */
  readonly require: NodeJS.Require;
}

/** Whatever prevents that code is kept only makes starting slower. */
function keptCode(build: string): CompiledCode | undefined {
  try {
    const folder = compiledCodeFolder(build, process);
    return folder === undefined ? undefined : compiledCodeIn(folder, `${process.version}-${process.arch}`);
  } catch {
    // No folder can be made or read there.
    return undefined;
  }
}

/**
 * The part of Node that changes flags of V8, which some library asks for to do so. Code that was compiled with other
 * flags is refused: after this, none is read and none is kept.
 */
const changesFlags = 'node:v8';

/**
 * The `require` of the built program. Compiled code is kept from one run to the next: when a run had to compile a module,
 * the code of all its modules is written at its end, with the functions that were called.
 */
export function programModules({ folder, require }: ProgramFiles, build: string): Require {
  let code = keptCode(build);
  let isMissing = false;
  const scripts = new Map<string, Script>();
  const keep = (): void => {
    const target = code;
    code = undefined;
    if (target === undefined || !isMissing) return;
    try {
      for (const [file, script] of scripts) target.write(file, script.createCachedData());
    } catch {
      // A full disk, or a folder that is gone.
    }
  };
  process.once('exit', keep);
  const requireModule = moduleLoader({
    // All of the program is ASCII, as esbuild writes it.
    read: (file) => ({ text: readFileSync(join(folder, file), 'latin1'), code: code?.read(file) }),
    loaded(file, script) {
      if (code === undefined) return;
      scripts.set(file, script);
      if (script.cachedDataRejected !== false) isMissing = true;
    },
    others(name) {
      if (name === changesFlags) keep();
      if (name === 'libsql') return requireModule('./libsql.js');
      // The native file belongs to libsql, whose own packages need not be visible from here.
      return name.startsWith('@libsql/') ? createRequire(require.resolve('libsql'))(name) : require(name);
    },
  });
  return requireModule;
}
