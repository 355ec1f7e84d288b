import type { Script } from 'node:vm';
import { type CompiledCode, compiledCodeFolder, compiledCodeIn } from './compiled-code.ts';
import { moduleLoader, type Require } from './loader.ts';
import { nodeSqliteFile, usesNodeSqlite } from './node-sqlite.ts';
import { openProgramFile } from './program-file.ts';

/** The built program on disk. */
export interface ProgramFiles {
  /** The folder of its files. */
  readonly folder: string;
  /** Loads anything that is not one of its modules. */
  readonly require: NodeJS.Require;
}

/** A failure to keep code only makes starting slower. */
function keptCode(build: string): CompiledCode | undefined {
  try {
    const folder = compiledCodeFolder(build, process);
    return folder === undefined ? undefined : compiledCodeIn(folder, `${process.version}-${process.arch}`);
  } catch {
    // The folder cannot be created or read.
    return undefined;
  }
}

/**
 * The part of Node that changes V8 flags, which is loaded for that purpose. Until they have their own values again, V8
 * refuses the code that was kept: after this, none is read, and modules loaded later are not kept.
 */
const changesFlags = 'node:v8';

/**
 * The `require` of the built program. Keeps compiled code from one run to the next: a run that had to compile a module
 * writes the code of all its modules when it ends, including the functions that were called. Throws an `Error` for
 * people if the program is incomplete.
 */
export function programModules({ folder, require }: ProgramFiles): Require {
  const { build, text } = openProgramFile(folder);
  let code = keptCode(build);
  let isMissing = false;
  let haveFlagsChanged = false;
  const scripts = new Map<string, Script>();
  const keep = (): void => {
    const target = code;
    code = undefined;
    if (target === undefined || !isMissing) return;
    try {
      for (const [module, script] of scripts) target.write(module, script.createCachedData());
    } catch {
      // The disk is full, or the folder is gone.
    }
  };
  process.once('exit', keep);
  // The native file belongs to libsql, whose own packages may not be visible from here.
  const fromLibsql = (name: string): unknown => {
    // Loaded here, because most commands need no database.
    const { createRequire } = require('node:module') as typeof import('node:module');
    return createRequire(require.resolve('libsql'))(name);
  };
  const requireModule = moduleLoader({
    read: (module) => ({ text: text(module), code: haveFlagsChanged ? undefined : code?.read(module) }),
    loaded(module, script) {
      if (code === undefined || haveFlagsChanged) return;
      scripts.set(module, script);
      if (script.cachedDataRejected !== false) isMissing = true;
    },
    others(name) {
      if (name === changesFlags) haveFlagsChanged = true;
      const sqlite = nodeSqliteFile(name);
      if (sqlite !== undefined)
        return requireModule(usesNodeSqlite(process.versions) ? sqlite : `./${name.replace('/', '-')}.js`);
      return name.startsWith('@libsql/') ? fromLibsql(name) : require(name);
    },
  });
  return requireModule;
}
