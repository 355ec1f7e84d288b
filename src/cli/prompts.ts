export interface Choice {
  readonly value: string;
  readonly name?: string;
  readonly description?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

/** Questions to a person. Each rejects with a `CfiError` `declined` when the person gives up (Ctrl-C ends with 130). */
export interface Prompts {
  text(question: {
    message: string;
    default?: string;
    validate?(value: string): true | string;
  }): Promise<string>;
  secret(question: { message: string }): Promise<string>;
  choose(question: { message: string; choices: readonly Choice[]; default?: string }): Promise<string>;
  confirm(question: { message: string; default?: boolean }): Promise<boolean>;
}
