import type { Completion } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { readConfig } from '../../config/file.ts';
import { knownNames, namesAccount } from '../../config/known-names.ts';
import { knownSlotReferences } from '../../config/known-slots.ts';
import { type Home, homePaths } from '../../config/paths.ts';
import type { NamedThing } from '../../render/result.ts';

/** The kinds of names that are known; columns come from the command itself, values of settings from their options. */
export type Known = Exclude<Completion, 'setting' | 'column' | 'columns'>;

/**
 * Names known on this machine from earlier results and the ledger; nothing is fetched from the service. `:file` and
 * `:folder` leave completion to the shell. `current` is the word typed so far.
 */
export async function knownWords(
  what: Known,
  current: string,
  { deps, settings }: CommandContext,
): Promise<string[]> {
  const home = homePaths(deps.env, deps.platform, deps.cwd);
  const profiles = () => readConfig(home.configFile, { warn: () => {}, now: deps.now }).profiles;
  const shown = (kind: NamedThing): string[] =>
    knownNames(home.cache, namesAccount(settings, home, deps.cwd), kind);
  switch (what) {
    case 'file':
    case 'folder':
      return [`:${what}`];
    case 'slot':
      return knownSlotReferences(home.data);
    case 'sku':
      return shown('sku');
    case 'po':
      return [...shown('po'), ...(await inLedger(home, 'po', current))];
    case 'order':
    case 'inbound':
      return inLedger(home, what, current);
    case 'profile':
      return Object.keys(profiles());
    case 'warehouse': {
      const saved = profiles()[settings.profile]?.warehouse;
      return [...(typeof saved === 'string' ? [saved] : []), ...shown('warehouse')];
    }
  }
}

/** Loads SQLite only when it is needed. */
async function inLedger(home: Home, kind: 'order' | 'inbound' | 'po', start: string): Promise<string[]> {
  const { knownReferences } = await import('../../upload/ledger/known-references.ts');
  return knownReferences(home.data, kind, start);
}
