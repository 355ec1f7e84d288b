import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { homePaths } from './paths.ts';

type World = Pick<NodeJS.Process, 'env' | 'platform' | 'cwd' | 'getuid'>;

/** Node has it from 22.8 on. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

const prefix = 'compiled-';

/** Makes the folder of a version and removes those of others. */
function replaceFolder(cache: string, name: string): void {
  mkdirSync(join(cache, name), { recursive: true, mode: 0o700 });
  for (const former of readdirSync(cache)) {
    if (former.startsWith(prefix) && former !== name) rmSync(join(cache, former), { recursive: true });
  }
}

/**
 * The folder for compiled code, made when it is not there yet; undefined when other users could write in it, because
 * what is in it is executed. Throws what the file system throws.
 */
export function compiledCodeFolder(
  version: string,
  { env, platform, cwd, getuid }: World,
): string | undefined {
  const { cache } = homePaths(env, platform, cwd());
  const name = prefix + version;
  const folder = join(cache, name);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) replaceFolder(cache, name);
  const found = lstatSync(folder);
  if (!found.isDirectory()) return undefined;
  // Windows has no such owners and modes; its folders are below the user's own.
  if (getuid === undefined) return folder;
  return found.uid === getuid() && (found.mode & 0o022) === 0 ? folder : undefined;
}

/**
 * Lets Node keep the program's compiled code from one run to the next, where it can and is not told otherwise by
 * `NODE_COMPILE_CACHE` or `NODE_DISABLE_COMPILE_CACHE`. Whatever prevents it only makes starting slower.
 */
export function keepCompiledCode(version: string): void {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  if (enableCompileCache === undefined || NODE_COMPILE_CACHE || NODE_DISABLE_COMPILE_CACHE) return;
  try {
    const folder = compiledCodeFolder(version, process);
    if (folder !== undefined) enableCompileCache(folder);
  } catch {
    // No folder can be made or read there.
  }
}
