import { errorFormat } from '../cli/resolve-settings.ts';
import type { Deps, Installation } from '../deps.ts';
import { jsonLine } from '../render/json.ts';

/** How the program was installed. */
export type InstalledBy = 'executable' | 'homebrew' | 'scoop' | 'npm' | 'source';

/** The installation method that uses the program's folder; accepts paths of any platform. */
export function installedBy({ file, executable }: Pick<Installation, 'file' | 'executable'>): InstalledBy {
  const folders = file.split(/[\\/]/).slice(0, -1);
  if (folders.includes('Cellar')) return 'homebrew';
  if (folders.includes('scoop')) return 'scoop';
  if (executable) return 'executable';
  return folders.includes('node_modules') ? 'npm' : 'source';
}

/**
 * The answer to `--version`: only the number or, if the line asks for JSON, also the Node that runs the program, the
 * platform and how the program was installed. CFI_OUTPUT does not change the answer: scripts read the number.
 */
export function versionAnswer(argv: readonly string[], version: string, deps: Deps): string {
  const format = errorFormat(argv, {});
  if (format !== 'json' && format !== 'ndjson') return `${version}\n`;
  const { node, arch, file, executable } = deps.installation;
  const installed = installedBy({ file, executable });
  const data = { version, node, platform: deps.platform, arch, installed, path: file };
  return `${jsonLine(format === 'json' ? { data } : data)}\n`;
}
