import { usageError } from '../../errors.ts';
import { isZone } from '../../text/time/zone.ts';
import type { Layout, Target } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';
import { type CellRules, cellReader } from '../fields/cells.ts';
import { encodingOf } from '../source/decode.ts';
import { suggestion } from './header.ts';

/** A field given on the command line, ready to put into every document. */
export interface Setting {
  readonly target: Target;
  readonly value: string | number;
}

/** How the options read numbers and times. */
export const cellRules = ({ decimal, timezone, decided }: ReadingOptions): CellRules => ({
  decimal,
  ...(timezone === undefined ? {} : { timezone }),
  ...(decided === undefined ? {} : { decided }),
});

/** The fields of `--set`. Throws a usage error for an unknown field or an invalid value. */
export function readSettings(layout: Layout, options: ReadingOptions): ReadonlyMap<Target, Setting> {
  const settings = new Map<Target, Setting>();
  for (const [name, text] of options.set) {
    const target = layout.targets.get(name);
    if (layout.managed.includes(name)) throw usageError(`--set ${name}: only the service sets ${name}`);
    if (target === undefined) {
      throw usageError(`--set ${name}: unknown field${suggestion(name, layout.targets.keys())}`);
    }
    const trimmed = text.trim();
    if (trimmed === '') throw usageError(`--set ${name}: the value is empty`);
    const value = cellReader(target.type, cellRules(options))(trimmed);
    if (typeof value === 'object') {
      throw usageError(`--set ${name}=${trimmed}: ${name} ${value.message}`, `expected ${value.expected}`);
    }
    settings.set(target, { target, value });
  }
  return settings;
}

/** Rejects reading options that no file can fit, before any file is opened. */
export function checkOptions(options: ReadingOptions): void {
  if (options.encoding !== undefined) encodingOf(options.encoding);
  if (options.timezone !== undefined && !isZone(options.timezone)) {
    throw usageError(`unknown time zone ${options.timezone}`, 'for example --timezone Europe/London');
  }
  const mapped = options.preset !== undefined ? '--preset' : options.map !== undefined ? '--map' : undefined;
  if (options.format === 'json' && mapped !== undefined) throw usageError(`${mapped} is for CSV files only`);
}
