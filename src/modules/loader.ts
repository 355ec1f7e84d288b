import { Script } from 'node:vm';

/** What a module's `require` gives. */
export type Require = (name: string) => unknown;

/** Where the modules of the built program come from. */
export interface ModuleSource {
  /** A module's text and, where there is any, the code that was compiled from exactly this text before. */
  read(file: string): { readonly text: string; readonly code?: Buffer | undefined };
  /** Is told of each module when it is loaded. */
  loaded?(file: string, script: Script): void;
  /** Gives what is not one of the modules: a part of Node, a package. */
  readonly others: Require;
}

type Start = (exports: unknown, require: Require, module: { exports: unknown }) => void;

/** A module's text as the function that its code is compiled from. */
export const asFunction = (text: string): string => `(function (exports, require, module) {${text}\n})`;

/**
 * The `require` of the built program's CommonJS modules, which are in one folder and name each other `./FILE`. Unlike
 * Node's own it looks for no other files, and takes compiled code that was kept from an earlier run.
 */
export function moduleLoader({ read, loaded, others }: ModuleSource): Require {
  const known = new Map<string, { exports: unknown }>();
  const requireModule: Require = (name) => {
    if (!name.startsWith('./')) return others(name);
    const file = name.slice(2);
    const before = known.get(file);
    if (before !== undefined) return before.exports;
    const module = { exports: {} as unknown };
    known.set(file, module);
    const { text, code } = read(file);
    const script = new Script(asFunction(text), {
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
