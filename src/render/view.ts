/** How results and messages are to look. */
export interface View {
  readonly output: 'table' | 'json' | 'ndjson' | 'csv';
  /** Whether standard output shows colour; nothing else does. */
  readonly color: boolean;
  /** Width of the terminal that the result is shown on; undefined when it is none, and then nothing is cut. */
  readonly width?: number;
}
