/** Formats of a result, by the words of `--output`, the default first. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv'] as const;

/** One of `outputFormats`. */
export type OutputFormat = (typeof outputFormats)[number];

/** Where formats differ besides how a result is written, which `render.ts` says. */
interface FormatTraits {
  /** Whether a person reads it: then there may be questions and moving signs on the terminal. */
  readonly forPeople: boolean;
  /** Whether an error is one JSON line, with all problems of a file, rather than text. */
  readonly jsonErrors: boolean;
  /** What a live result shows as it happens: a line of text for each event, the event in JSON, or nothing before its end. */
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
