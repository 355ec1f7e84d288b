import { Script } from 'node:vm';

/** What a module's `require` returns. */
export type Require = (name: string) => unknown;

/** Where the modules of the built program come from. */
export interface ModuleSource {
  /**
   * The text of a module, which is the expression of a function of `exports`, `require` and `module`, and, if available,
   * the code compiled earlier from exactly this text.
   */
  read(file: string): { readonly text: string; readonly code?: Buffer | undefined };
  /** Called for each module when it is loaded. */
  loaded?(file: string, script: Script): void;
  /** Loads anything that is not one of the modules: a part of Node, a package. */
  readonly others: Require;
}

type Start = (exports: unknown, require: Require, module: { exports: unknown }) => void;

/**
 * The `require` of the built program's CommonJS modules, which are in one folder and refer to each other as `./FILE`.
 * Unlike Node's own, it searches for no other files, and uses compiled code kept from an earlier run.
 */
export function moduleLoader({ read, loaded, others }: ModuleSource): Require {
  const known = new Map<string, { exports: unknown }>();
  const requireModule: Require = (name) => {
    if (!name.startsWith('./')) return others(name);
    const file = name.slice(2);
    const before = known.get(file);
    if (before !== undefined) return before.exports;
    // Read first: a module that cannot be read must not count as loaded.
    const { text, code } = read(file);
    const module = { exports: {} as unknown };
    known.set(file, module);
    const script = new Script(text, {
      filename: file,
      ...(code === undefined ? {} : { cachedData: code }),
    });
    loaded?.(file, script);
    const start: Start = script.runInThisContext();
    start(module.exports, requireModule, module);
    return module.exports;
  };
  return requireModule;
}
