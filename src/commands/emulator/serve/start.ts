import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { write } from '../../../render/render.ts';
import { formats, type Result } from '../../../render/result.ts';
import { stateFolder } from '../control.ts';
import type { startCommand } from '../definition.ts';
import { boot, type Running } from './boot.ts';
import { openPage } from './open-page.ts';

const defaultPort = 4650;

/** Serves the emulator until it is interrupted, which is its normal end. */
export async function run(
  context: CommandContext,
  options: OptionsOf<typeof startCommand>,
): Promise<Result | undefined> {
  const { deps, settings } = context;
  const state = stateFolder(context);
  const running = await boot(context, options, { state, port: options.port ?? defaultPort });
  try {
    const json = formats[settings.output].jsonErrors;
    await write(deps.stdout, `${json ? readyJson(running, state, deps.pid) : readyText(running, state)}\n`);
    context.notice(`warehouse page: ${running.adminUrl}/`);
    // While it serves already: nobody should have to wait for this.
    await deps.loadWholeProgram();
    context.notice('press Ctrl-C to stop');
    if (options.open) void openPage(context, `${running.adminUrl}/`);
    await aborted(deps.interrupted);
  } finally {
    await running.stop();
  }
  return undefined;
}

function readyJson({ baseUrl, adminUrl, emulator }: Running, state: string, pid: number): string {
  const clients = emulator.clients().map(({ client_id, client_name }) => ({ client_id, client_name }));
  return JSON.stringify({ event: 'ready', base_url: baseUrl, admin_url: adminUrl, pid, state, clients });
}

function readyText({ baseUrl, emulator }: Running, state: string): string {
  const clients = emulator.clients().map(({ client_id }) => client_id);
  return `ready: ${baseUrl} (state ${state}; clients ${clients.join(', ') || 'none'})`;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
