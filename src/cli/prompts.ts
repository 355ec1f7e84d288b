/** One of the answers to choose from. */
export interface Choice {
  readonly value: string;
  readonly name?: string;
  /** What the answered question shows; `name` if absent. */
  readonly short?: string;
  readonly description?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

/** Questions to a person. Each rejects with a `CfiError` `cancelled` on Ctrl-C (exit 130). */
export interface Prompts {
  text(question: {
    message: string;
    default?: string;
    validate?(value: string): true | string;
    /** Keys pressed before the question appeared do not answer it. */
    discardTypedAhead?: boolean;
  }): Promise<string>;
  /** Typed without an echo; never empty. */
  secret(question: { message: string }): Promise<string>;
  choose(question: {
    message: string;
    choices: readonly Choice[];
    default?: string;
    /** Keys pressed before the question appeared do not answer it. */
    discardTypedAhead?: boolean;
  }): Promise<string>;
  /** A yes or no. Keys pressed before the question appeared do not answer it. */
  confirm(question: { message: string; default?: boolean }): Promise<boolean>;
}
