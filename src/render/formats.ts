/** Result formats, as named in `--output`, the default first. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv'] as const;

/** One of `outputFormats`. */
export type OutputFormat = (typeof outputFormats)[number];

/** How formats differ, apart from how `render.ts` writes a result. */
interface FormatTraits {
  /** Whether a person reads it: then prompts and spinners are allowed on the terminal. */
  readonly forPeople: boolean;
  /** Whether an error is one JSON line with every problem of a file, rather than text. */
  readonly jsonErrors: boolean;
  /**
   * What a live result shows as it happens: a line of text per event, a JSON object per event, or nothing until the
   * end.
   */
  readonly live: 'text' | 'json' | 'end';
  /** What `--fields` and `--sort` act on: the table, the items, the rows of csv, or nothing. */
  readonly choice: 'table' | 'items' | 'rows' | 'nothing';
}

/** How each format behaves. */
export const formats: Readonly<Record<OutputFormat, FormatTraits>> = {
  table: { forPeople: true, jsonErrors: false, live: 'text', choice: 'table' },
  json: { forPeople: false, jsonErrors: true, live: 'end', choice: 'nothing' },
  ndjson: { forPeople: false, jsonErrors: true, live: 'json', choice: 'items' },
  csv: { forPeople: false, jsonErrors: false, live: 'end', choice: 'rows' },
};

/** `table, json, ndjson or csv`. */
export const formatWords = `${outputFormats.slice(0, -1).join(', ')} or ${outputFormats.at(-1)}`;
