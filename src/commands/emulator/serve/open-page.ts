import type { CommandContext } from '../../../cli/settings.ts';

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
export async function openPage({ deps, notice }: CommandContext, address: string): Promise<void> {
  if (!hasDesktop(deps)) return notice(`there is no desktop here: open ${address} in a browser`);
  const [program, ...words] = openerOf(deps.platform);
  const code = await deps.run(program, [...words, address], {}).catch(() => 1);
  if (code !== 0) notice(`no browser could be opened with ${program}: open ${address} yourself`);
}
