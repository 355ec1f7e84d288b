/** One testable sentence of the service's specification, or one decision where it is silent. */
export interface ConformanceRule {
  readonly id: string;
  /** What holds, in a line. */
  readonly text: string;
  /** Said by the specification; decided by us where it says nothing; or said, but not to be emulated. */
  readonly status: 'specified' | 'assumed' | 'unsupported';
  /** Of an assumption: what the emulator answers unless told to vary. */
  readonly standard?: string;
  /** Of an assumption: other plausible answers, in the order of the variants. */
  readonly alternatives?: readonly string[];
  /** Of an unsupported rule: why. */
  readonly why?: string;
}

/** Rules that the specification states, by id. */
export const specified = (rules: Readonly<Record<string, string>>): readonly ConformanceRule[] =>
  Object.entries(rules).map(([id, text]) => ({ id, text, status: 'specified' }));

/** Rules that the specification states and an emulator cannot keep: by id, the text and the reason. */
export const unsupported = (
  rules: Readonly<Record<string, readonly [text: string, why: string]>>,
): readonly ConformanceRule[] =>
  Object.entries(rules).map(([id, [text, why]]) => ({ id, text, status: 'unsupported', why }));

/** Decisions where the specification is silent, by id: what is open, the standard answer, and plausible others. */
export type AssumptionTexts = Readonly<
  Record<`A-${number}`, readonly [text: string, standard: string, ...alternatives: string[]]>
>;

/** The rules that assumptions come to. */
export const assumed = (rules: AssumptionTexts): ConformanceRule[] =>
  Object.entries(rules).map(([id, [text, standard, ...alternatives]]) => ({
    ...{ id, text, status: 'assumed', standard },
    ...(alternatives.length === 0 ? {} : { alternatives }),
  }));
