import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { homePaths } from './config/paths.ts';
import { makeFolder } from './storage/whole-file.ts';

type World = Pick<NodeJS.Process, 'env' | 'platform' | 'cwd' | 'getuid'>;

/** Node's own cache of compiled code, from 22.8 on. */
type CompileCache = Partial<
  Record<'enableCompileCache' | 'getCompileCacheDir', (folder?: string) => string | undefined>
>;

const prefix = 'compiled-';

/**
 * Whether nobody but us and root can write to a folder, or replace it by another. A folder above it may be open to others
 * only if it is sticky: there, nobody renames or removes what belongs to somebody else. Throws the file system's error.
 */
function isOutOfReach(folder: string, { env, platform, getuid }: World): boolean {
  const real = realpathSync(folder);
  // Windows does not say who may write to a folder, but a user's profile is closed to others.
  if (platform === 'win32')
    return env.USERPROFILE !== undefined && real.startsWith(realpathSync(env.USERPROFILE) + sep);
  const uid = getuid?.();
  for (let each = real; ; each = dirname(each)) {
    const { uid: owner, mode } = statSync(each);
    const isOpen = (mode & 0o022) !== 0;
    const isSticky = each !== real && (mode & 0o1000) !== 0;
    if ((owner !== uid && owner !== 0) || (isOpen && !isSticky)) return false;
    if (each === dirname(each)) return true;
  }
}

/**
 * Makes Node keep compiled code for the next run of this version in our cache, unless somebody else could write there:
 * it is executed. Node itself honours `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE`.
 */
export function keepCompiledCode(version: string, world: World): void {
  const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('node:module') as CompileCache;
  const keeps =
    enableCompileCache !== undefined &&
    getCompileCacheDir?.() === undefined &&
    !world.env.NODE_DISABLE_COMPILE_CACHE;
  const name = prefix + version;
  try {
    const { cache } = homePaths(world.env, world.platform, world.cwd());
    if (keeps) makeFolder(cache);
    if (!existsSync(cache) || !isOutOfReach(cache, world)) return;
    // What other versions have kept.
    for (const each of readdirSync(cache))
      if (each.startsWith(prefix) && each !== name)
        rmSync(join(cache, each), { recursive: true, force: true });
    if (!keeps) return;
    const folder = join(realpathSync(cache), name);
    makeFolder(folder);
    // Nobody else may enter it: Node creates folders in it under the user's umask.
    const isClosed = world.platform === 'win32' || (statSync(folder).mode & 0o077) === 0;
    if (isClosed) enableCompileCache(folder);
  } catch {
    // The folder cannot be created or read. Commands only start more slowly.
  }
}
