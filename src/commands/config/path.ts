import type { CommandContext } from '../../cli/settings.ts';
import { homePaths } from '../../config/paths.ts';
import { memberColumns } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';

/** Where the profiles and tokens are kept. */
export async function run({ deps }: CommandContext): Promise<Result> {
  const { configFile } = homePaths(deps.env, deps.platform, deps.cwd);
  return {
    data: configFile,
    blocks: [{ kind: 'text', text: configFile }],
    csv: { columns: pathColumns, rows: [{ path: configFile }] },
  };
}

const pathColumns = memberColumns(['path']);

/** The columns in csv. */
export const columns = () => pathColumns;
