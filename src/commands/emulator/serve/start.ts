import { once } from 'node:events';
import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Running } from '../../../emulator/boot.ts';
import { write } from '../../../render/render.ts';
import { formats, type Result } from '../../../render/result.ts';
import { stateFolder } from '../control.ts';
import type { startCommand } from '../definition.ts';
import { boot } from './boot.ts';

/** The program that opens an address in the user's browser, and its arguments before the address. */
function openerOf(platform: string): readonly [program: string, ...words: string[]] {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}

/** Without a desktop, `xdg-open` starts a browser in the terminal, which then takes the keys. */
const hasDesktop = ({ platform, env }: CommandContext['deps']): boolean =>
  openerOf(platform)[0] !== 'xdg-open' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/** Opens an address in the user's browser, without a shell. If that fails, a notice gives the address. */
async function openPage({ deps, notice }: CommandContext, address: string): Promise<void> {
  if (!hasDesktop(deps)) return notice(`there is no desktop here: open ${address} in a browser`);
  const [program, ...words] = openerOf(deps.platform);
  const code = await deps.run(program, [...words, address], {}).catch(() => 1);
  if (code !== 0) notice(`no browser could be opened with ${program}: open ${address} yourself`);
}

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
    if (!deps.interrupted.aborted) await once(deps.interrupted, 'abort');
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
