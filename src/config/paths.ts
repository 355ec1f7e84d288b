import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where this program keeps its files. */
export interface Home {
  /** Profiles and tokens. */
  readonly configFile: string;
  /** Folder of the run ledger. */
  readonly data: string;
  /** Default state folder of the embedded emulator. */
  readonly emulatorState: string;
  /** What the program keeps there beside the settings: ledger, known slots, emulator state. */
  readonly databases: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

const name = 'cfi';
/** A variable that is set but empty counts as not set, as the XDG convention has it. */
const set = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

function roots(env: Env, platform: string): { config: string; data: string; state: string } {
  if (platform === 'win32') {
    const profile = set(env.USERPROFILE) ?? homedir();
    const roaming = set(env.APPDATA) ?? join(profile, 'AppData', 'Roaming');
    const local = join(set(env.LOCALAPPDATA) ?? join(profile, 'AppData', 'Local'), name);
    return { config: join(roaming, name), data: local, state: local };
  }
  const user = set(env.HOME) ?? homedir();
  if (platform === 'darwin') {
    const support = join(user, 'Library', 'Application Support', name);
    return { config: join(user, 'Library', 'Preferences', name), data: support, state: support };
  }
  const data = join(set(env.XDG_DATA_HOME) ?? join(user, '.local', 'share'), name);
  return { config: join(set(env.XDG_CONFIG_HOME) ?? join(user, '.config'), name), data, state: data };
}

/** The folders in use: `CFI_HOME` holds everything when it is set, else the platform's own places. */
export function homePaths(env: Env, platform: string, cwd: string): Home {
  const own = set(env.CFI_HOME);
  const { config, data, state } =
    own === undefined
      ? roots(env, platform)
      : { config: resolve(cwd, own), data: resolve(cwd, own), state: resolve(cwd, own) };
  const emulatorState = join(state, 'emulator');
  return {
    configFile: join(config, 'config.json'),
    data,
    emulatorState,
    databases: [join(data, 'ledger.sqlite'), join(data, 'slots.json'), join(emulatorState, 'state.sqlite')],
  };
}
