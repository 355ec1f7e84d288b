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

/** Questions to a person. Keys pressed, or pasted, before a question appears do not answer it. Each rejects with a `CfiError` `cancelled` on Ctrl-C (exit 130). */
export interface Prompts {
  text(question: {
    message: string;
    default?: string;
    validate?(value: string): true | string;
  }): Promise<string>;
  /** Typed without an echo; never empty. */
  secret(question: { message: string }): Promise<string>;
  choose(question: { message: string; choices: readonly Choice[]; default?: string }): Promise<string>;
  /** A yes or no. */
  confirm(question: { message: string; default?: boolean }): Promise<boolean>;
}

/** Questions that show no secrets, whoever wrote their texts; the answers stay as they are. */
export function hiddenPrompts(prompts: Prompts, redact: (text: string) => string): Prompts {
  const asked = <Question extends { message: string }>(question: Question): Question => ({
    ...question,
    message: redact(question.message),
  });
  const shown = (choice: Choice): Choice => ({
    ...choice,
    name: redact(choice.name ?? choice.value),
    ...(choice.short === undefined ? {} : { short: redact(choice.short) }),
    ...(choice.description === undefined ? {} : { description: redact(choice.description) }),
    ...(choice.disabled === undefined ? {} : { disabled: redact(choice.disabled) }),
  });
  return {
    text: (question) => prompts.text(asked(question)),
    secret: (question) => prompts.secret(asked(question)),
    choose: (question) => prompts.choose({ ...asked(question), choices: question.choices.map(shown) }),
    confirm: (question) => prompts.confirm(asked(question)),
  };
}
