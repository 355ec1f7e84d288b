import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { inMemory } from '../../../storage/sqlite/database.ts';
import { stateFolder } from '../control.ts';
import type { execCommand } from '../definition.ts';
import { boot } from './boot.ts';

type ExecOptions = OptionsOf<typeof execCommand>;

/** Serves an emulator while a command runs, without a shell. The exit code is the command's. */
export async function run(context: CommandContext, options: ExecOptions): Promise<Result> {
  const { deps } = context;
  const running = await boot(context, options, {
    state: stateFolder(context, inMemory),
    port: options.port ?? 0,
  });
  try {
    await deps.loadWholeProgram();
    const [first] = running.emulator.clients();
    const [command, ...args] = options.command;
    const exitCode = await deps.hand(command, args, {
      CFI_BASE_URL: running.baseUrl,
      CFI_CLIENT_ID: first?.client_id,
      CFI_CLIENT_SECRET: first?.client_secret,
      CFI_EMULATOR_ADMIN: running.adminUrl,
      // With these, the command would use another service or account than the emulator's.
      CFI_EMULATOR: undefined,
      CFI_TOKEN: undefined,
      CFI_CLIENT_SECRET_FILE: undefined,
    });
    return { data: null, blocks: [], bare: '', exitCode };
  } finally {
    await running.stop();
  }
}
