import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { CfiError } from '../errors.ts';
import type { Env } from '../text/records.ts';

/** Where this program keeps its files. */
export type Home = ReturnType<typeof homePaths>;

const name = 'cfi';
/** The user's folder as the system knows it. Throws a usage error for a user without one, as in some containers. */
function homeOfUser(variable: string): string {
  try {
    // Node takes a variable that is set but empty for the folder.
    return homedir() || userInfo().homedir;
  } catch (error) {
    const hint = `set ${variable}, or name a folder with CFI_HOME`;
    throw new CfiError('usage', 'this user has no home folder', { hint, cause: error });
  }
}

function roots(env: Env, platform: string) {
  if (platform === 'win32') {
    const profile = env.USERPROFILE || homeOfUser('USERPROFILE');
    const roaming = env.APPDATA || join(profile, 'AppData', 'Roaming');
    const local = join(env.LOCALAPPDATA || join(profile, 'AppData', 'Local'), name);
    return { config: join(roaming, name), data: local, state: local, cache: join(local, 'cache') };
  }
  const user = env.HOME || homeOfUser('HOME');
  if (platform === 'darwin') {
    const support = join(user, 'Library', 'Application Support', name);
    const library = join(user, 'Library');
    const cache = join(library, 'Caches', name);
    return { config: join(library, 'Preferences', name), data: support, state: support, cache };
  }
  // Empty counts as unset, as in the XDG convention.
  const data = join(env.XDG_DATA_HOME || join(user, '.local', 'share'), name);
  const config = join(env.XDG_CONFIG_HOME || join(user, '.config'), name);
  const cache = join(env.XDG_CACHE_HOME || join(user, '.cache'), name);
  return { config, data, state: data, cache };
}

/** A state folder of the embedded emulator as an absolute path; leaves `:memory:` unchanged. */
export const absoluteState = (state: string, cwd: string): string =>
  state === ':memory:' ? state : resolve(cwd, state);

/** The folders in use: `CFI_HOME` holds everything if set, else the platform's default locations. */
export function homePaths(env: Env, platform: string, cwd: string) {
  const own = env.CFI_HOME && resolve(cwd, env.CFI_HOME);
  const { config, data, state, cache } = own
    ? { config: own, data: own, state: own, cache: join(own, 'cache') }
    : roots(env, platform);
  const emulatorState = join(state, 'emulator');
  return {
    /** Profiles and tokens. */
    configFile: join(config, 'config.json'),
    /** Folder of the run ledger. */
    data,
    /** Files that can be recreated at any time. */
    cache,
    /** Default state folder of the embedded emulator. */
    emulatorState,
    /** The other files of the program: ledger, known slots, emulator state. */
    databases: [join(data, 'ledger.sqlite'), join(data, 'slots.json'), join(emulatorState, 'state.sqlite')],
    /** Every folder in which the program keeps something: the user's files go elsewhere. */
    folders: [config, data, state, cache],
    /** The folders within them in which there is nothing of the user's, even if the user works in the others. */
    inner: [cache, emulatorState, join(config, 'locks'), join(data, 'locks')],
  };
}
