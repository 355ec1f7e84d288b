import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import { configKeys, savedSettings } from '../../config/keys.ts';
import { memberColumns } from '../../render/json.ts';
import type { Column, Result } from '../../render/result.ts';

interface Row {
  readonly key: string;
  readonly value: string;
  readonly meaning: string;
}

const settingColumns: readonly Column<Row>[] = [
  { header: 'Key', value: (row) => row.key, priority: 1 },
  { header: 'Value', value: (row) => row.value, priority: 1 },
  { header: 'Meaning', value: (row) => row.meaning, priority: 9 },
];

const settingCsv = memberColumns(['key', 'value', 'meaning']);

/** Lists all settings of the profile, including those that are not set. */
export async function run(context: CommandContext): Promise<Result> {
  const { config } = openHome(context);
  const data = savedSettings(config.profiles[context.settings.profile]);
  const rows: Row[] = configKeys.map(({ name, meaning }) => ({
    key: name,
    value: data[name] ?? '',
    meaning,
  }));
  return {
    data,
    blocks: [{ kind: 'table', columns: settingColumns, rows }],
    csv: { columns: settingCsv, rows },
  };
}

/** The columns in csv. */
export const columns = () => settingCsv;
