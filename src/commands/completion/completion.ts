import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { completionScript, type Shell } from './scripts.ts';

/** The script that makes a shell complete our command lines. */
export function run(_: Context, { shell }: { readonly shell: Shell }): Promise<Result> {
  const script = completionScript(shell);
  return Promise.resolve({ data: { shell, script }, blocks: [], bare: script });
}
