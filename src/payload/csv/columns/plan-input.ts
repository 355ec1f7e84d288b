import type { Layout, Target } from '../../document/layout.ts';
import type { ReadingOptions } from '../../document/types.ts';
import type { MapFile } from '../../mapping/map-file.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Setting } from '../../mapping/set-fields.ts';
import type { Preset } from '../../presets/preset.ts';

/** What determines how the columns of a file are read. */
export interface PlanInput {
  readonly layout: Layout;
  readonly options: ReadingOptions;
  readonly settings: ReadonlyMap<Target, Setting>;
  /** Undefined if the header has the field names. */
  readonly mapping?: Mapping;
  readonly preset?: Preset;
  /** The user's own map; the file must have all of its columns. */
  readonly map?: MapFile;
}
