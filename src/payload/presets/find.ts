import { usageError } from '../../errors.ts';
import { suggestion } from '../mapping/set-fields.ts';
import type { DocumentKind } from '../types.ts';
import { amazon } from './amazon.ts';
import { linnworks } from './linnworks.ts';
import type { Preset } from './preset.ts';
import { shipstation } from './shipstation.ts';
import { shopify } from './shopify.ts';

/** The exports that can be read without a map of one's own. */
const presets = { shopify, shipstation, amazon, linnworks } as const satisfies Record<string, Preset>;

export const presetNames = Object.keys(presets);

/** A preset by name. Usage errors for an unknown one, and for files that hold no orders. */
export function findPreset(name: string, kind: DocumentKind): Preset {
  if (kind !== 'order') throw usageError('--preset is for orders');
  if (Object.hasOwn(presets, name)) return presets[name as keyof typeof presets];
  throw usageError(
    `unknown preset ${name}${suggestion(name, presetNames)}`,
    `presets: ${presetNames.join(', ')}`,
  );
}

/** The preset whose telling columns a header has, if there is one. */
export function likelyPreset(names: readonly string[]): { name: string; title: string } | undefined {
  const have = new Set(names.map((name) => name.toLowerCase()));
  for (const [name, preset] of Object.entries<Preset>(presets)) {
    if (preset.signature.every((column) => have.has(column.toLowerCase())))
      return { name, title: preset.title };
  }
  return undefined;
}
