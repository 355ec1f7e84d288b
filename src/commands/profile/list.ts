import type { CommandContext } from '../../cli/settings.ts';
import { openHome, savedToken } from '../../client/auth/account.ts';
import type { Config } from '../../config/file.ts';
import { currentProfile } from '../../config/keys.ts';
import { hasSecret } from '../../config/secret-place.ts';
import { memberColumns } from '../../render/json.ts';
import type { Column, Result } from '../../render/result.ts';
import { withoutUserInfo } from '../../text/host.ts';

interface Row {
  readonly name: string;
  readonly current: boolean;
  readonly base_url: string | null;
  readonly client_id: string | null;
  readonly expires_at: string | null;
  readonly secret_saved: boolean;
}

const profileColumns: readonly Column<Row>[] = [
  { header: 'Profile', value: (row) => row.name, priority: 1 },
  { header: 'In use', value: (row) => (row.current ? 'yes' : ''), priority: 2 },
  { header: 'Base address', value: (row) => row.base_url, priority: 3 },
  { header: 'Client', value: (row) => row.client_id, priority: 2 },
  { header: 'Token until', value: (row) => row.expires_at, time: true, priority: 3 },
  { header: 'Secret saved', value: (row) => (row.secret_saved ? 'yes' : ''), priority: 4 },
];

const profileCsv = memberColumns(['name', 'current', 'base_url', 'client_id', 'expires_at', 'secret_saved']);

function rowOf(config: Config, name: string): Row {
  const saved = config.profiles[name];
  const { base_url, client_id } = saved ?? {};
  const token = base_url === undefined ? undefined : savedToken(config, base_url, client_id);
  return {
    name,
    current: name === currentProfile(config),
    base_url: base_url === undefined ? null : withoutUserInfo(base_url),
    client_id: client_id ?? null,
    expires_at: token === undefined ? null : new Date(token.expires_at).toISOString(),
    secret_saved: hasSecret(saved),
  };
}

/** The saved accounts, without tokens and secrets. */
export async function run(context: CommandContext): Promise<Result> {
  const { config } = openHome(context);
  const rows = Object.keys(config.profiles)
    .sort()
    .map((name) => rowOf(config, name));
  return {
    data: rows,
    blocks: [
      { kind: 'table', columns: profileColumns, rows, empty: 'no profiles; create one with cfi login' },
    ],
    csv: { columns: profileCsv, rows },
  };
}

/** The columns in csv. */
export const columns = () => profileCsv;
