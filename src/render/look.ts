import type { OutputFormat } from './formats.ts';

/** How text looks on one stream: results on standard output or in a file, errors on standard error. */
export interface Look {
  readonly format: OutputFormat;
  readonly color: boolean;
  /** Width of the terminal; undefined when there is none, and then nothing is cut. */
  readonly width?: number;
  /** Whether the terminal shows only ASCII. */
  readonly plain?: boolean;
}

/** The look of what leaves the program. */
export interface SafeLook extends Look {
  /** Removes secrets, in whatever text they come. */
  redact(text: string): string;
}
