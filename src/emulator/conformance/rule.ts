/** One testable sentence of the service's specification, or one decision where the specification is silent. */
export interface ConformanceRule {
  readonly id: string;
  /** The rule in one line. */
  readonly text: string;
  /** Stated by the specification; our decision where it is silent; or stated, but impossible to emulate. */
  readonly status: 'specified' | 'assumed' | 'unsupported';
  /** For an assumption: the default answer. */
  readonly standard?: string;
  /** For an assumption: other plausible answers, in the order of the variants. */
  readonly alternatives?: readonly string[];
  /** For an unsupported rule: the reason. */
  readonly why?: string;
}

/** Rules that the specification states, by id. */
export const specified = (rules: Readonly<Record<string, string>>): readonly ConformanceRule[] =>
  Object.entries(rules).map(([id, text]) => ({ id, text, status: 'specified' }));

/** Rules that the specification states but an emulator cannot follow: the text and the reason, by id. */
export const unsupported = (
  rules: Readonly<Record<string, readonly [text: string, why: string]>>,
): readonly ConformanceRule[] =>
  Object.entries(rules).map(([id, [text, why]]) => ({ id, text, status: 'unsupported', why }));

/** Decisions where the specification is silent, by id: the open question, the default answer and plausible others. */
export type AssumptionTexts = Readonly<
  Record<`A-${number}`, readonly [text: string, standard: string, ...alternatives: string[]]>
>;

/** Turns assumptions into rules. */
export const assumed = (rules: AssumptionTexts): ConformanceRule[] =>
  Object.entries(rules).map(([id, [text, standard, ...alternatives]]) => ({
    ...{ id, text, status: 'assumed', standard },
    ...(alternatives.length === 0 ? {} : { alternatives }),
  }));
