import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { homePaths } from '../config/paths.ts';
import { makeFolder } from '../storage/folder.ts';

type World = Pick<NodeJS.Process, 'env' | 'platform' | 'cwd' | 'getuid'>;

const prefix = 'compiled-';

/** Creates the folder of a build and removes those of others. */
function replaceFolder(cache: string, name: string): void {
  makeFolder(join(cache, name));
  for (const former of readdirSync(cache)) {
    if (former.startsWith(prefix) && former !== name) rmSync(join(cache, former), { recursive: true });
  }
}

/** Whether only we can change what is in a folder. Windows has no such owners and modes; its folders are the user's own. */
const isOurs = ({ uid, mode }: Stats, getuid: World['getuid']): boolean =>
  getuid === undefined || (uid === getuid() && (mode & 0o022) === 0);

/**
 * The folder for the compiled code of a build, in the folder that `NODE_COMPILE_CACHE` names or else in our cache;
 * created if missing. Undefined with `NODE_DISABLE_COMPILE_CACHE`, and if other users could write to it or replace it,
 * because its content is executed. Throws the file system's error.
 */
export function compiledCodeFolder(build: string, { env, platform, cwd, getuid }: World): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const cache = env.NODE_COMPILE_CACHE
    ? join(env.NODE_COMPILE_CACHE, 'cfi')
    : homePaths(env, platform, cwd()).cache;
  const parent = statSync(cache, { throwIfNoEntry: false });
  if (parent !== undefined && !isOurs(parent, getuid)) return undefined;
  const name = prefix + build;
  const folder = join(cache, name);
  let found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    replaceFolder(cache, name);
    found = lstatSync(folder);
  }
  return found.isDirectory() && isOurs(found, getuid) ? folder : undefined;
}

/** The compiled code of a build's modules, as files. */
export interface CompiledCode {
  /** The code kept for a module, whole and unchanged; undefined if there is none. */
  read(file: string): Buffer | undefined;
  /** Keeps the code of a module. Throws the file system's error. */
  write(file: string, code: Buffer): void;
}

/**
 * The compiled code in a folder, for one version of Node. V8 trusts its input, and damaged code would crash it, so each
 * file holds the code twice: comparing the copies is faster than computing a checksum here.
 */
export function compiledCodeIn(folder: string, node: string): CompiledCode {
  const fileOf = (module: string): string => join(folder, `${module}-${node}`);
  return {
    read(module) {
      let twice: Buffer;
      try {
        twice = readFileSync(fileOf(module));
      } catch {
        return undefined;
      }
      const half = twice.length / 2;
      const code = twice.subarray(0, half);
      return half > 0 && code.equals(twice.subarray(half)) ? code : undefined;
    },
    write(module, code) {
      const temporary = `${fileOf(module)}.${process.pid}`;
      try {
        writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600 });
        renameSync(temporary, fileOf(module));
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
  };
}
