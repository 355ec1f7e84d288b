import type { Layout, Target } from '../../document/layout.ts';
import type { MapFile } from '../../mapping/map-file.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Setting } from '../../mapping/set-fields.ts';
import type { Preset } from '../../presets/preset.ts';
import type { ReadingOptions } from '../../types.ts';

/** What the columns of a file are to be read by. */
export interface PlanInput {
  readonly layout: Layout;
  readonly options: ReadingOptions;
  readonly settings: ReadonlyMap<Target, Setting>;
  /** Undefined where the header's names are the field names. */
  readonly mapping?: Mapping;
  readonly preset?: Preset;
  /** The user's own map, of which the file must have all columns. */
  readonly map?: MapFile;
}
