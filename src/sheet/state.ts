import type { Prompts } from '../cli/prompts.ts';
import type { CommandContext } from '../cli/settings.ts';
import type { ReadingOptions, Source } from '../payload/document/types.ts';
import { isAboutOthers } from '../payload/proposal/other-columns.ts';
import { type Column, isBlankSomewhere } from '../payload/proposal/profile.ts';
import { missingIn, type Proposal, propose } from '../payload/proposal/propose.ts';
import { answered, type Choice, type MapMembers, type Question } from '../payload/proposal/questions.ts';
import type { Sample } from '../payload/proposal/sample.ts';
import { needsTimezone } from '../payload/proposal/times.ts';
import { valueAsked } from './edit.ts';

export interface Subject {
  readonly source: Source;
  readonly sample: Sample;
  readonly proposal: Proposal;
  readonly options: ReadingOptions;
}

/** Values of a column, and how many rows have each. */
export type Counts = readonly (readonly [value: string, count: number])[];

/** Answers that the map does not hold: options of the upload. */
export interface Answers {
  readonly timezone?: string;
  readonly dispatchWithin?: number;
}

/** What a person has agreed to: the map, and the options that it does not hold. */
export interface Agreed extends Answers {
  readonly map: MapMembers;
}

/** What is open on a sheet: a question, a required field without a source, or the time zone. */
export type Open =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'timezone' };

/** By what an open thing is known: all values of a status are asked about together. */
export function keyOf(open: Open): string {
  if (open.kind !== 'question') return open.kind === 'field' ? open.field : open.kind;
  const { id, columns } = open.question;
  return valueAsked(open.question) === undefined ? id : `status ${columns[0]}`;
}

/** The sheet of a file: the map in the making. After each edit only what is new, or contradicts it, is asked. */
export class Sheet {
  readonly context: CommandContext;
  readonly prompts: Prompts;
  readonly subject: Subject;
  /** What the map leaves open; made anew after each edit. */
  proposal: Proposal;
  private known: Answers = {};
  /** Required fields without a source, as far as they have been looked for since the last edit. */
  private lacking: string[] | undefined;
  /** Questions whose answer adds nothing to the map. */
  private readonly answered = new Set<string>();

  constructor(context: CommandContext, prompts: Prompts, subject: Subject) {
    this.context = context;
    this.prompts = prompts;
    this.subject = subject;
    this.proposal = subject.proposal;
  }

  get map(): MapMembers {
    const { questions, members } = this;
    return { ...(questions.length === 0 ? {} : { $ask: questions }), ...members };
  }

  get members(): MapMembers {
    const { $ask: _open, ...members } = this.proposal.map;
    return members;
  }

  get columns(): readonly Column[] {
    return this.proposal.columns;
  }

  get questions(): readonly Question[] {
    return this.proposal.questions.filter(({ id }) => !this.answered.has(id));
  }

  get answers(): Answers {
    return this.known;
  }

  set answers(answers: Answers) {
    this.known = answers;
    this.lacking = undefined;
  }

  /** The options of the file, with what was answered. */
  get options(): ReadingOptions {
    return { ...this.subject.options, ...this.answers };
  }

  /** Required fields for which neither the map nor an option has a source, nor a question asks. */
  get missing(): string[] {
    this.lacking ??= missingIn(this.proposal.map, this.subject.sample, this.options);
    return this.lacking;
  }

  /** How many things are open; the values of one status are one. */
  get openCount(): number {
    return new Set(this.open.map(keyOf)).size;
  }

  /** What is open, in the order in which it is asked: that about all other columns last, when the rest is known. */
  get open(): Open[] {
    const asQuestion = (question: Question): Open => ({ kind: 'question', question });
    const others = this.questions.filter(isAboutOthers);
    const { timezone } = this.options;
    const isTimeOpen = timezone === undefined && needsTimezone(this.members, this.columns);
    return [
      ...this.questions.filter((question) => !isAboutOthers(question)).map(asQuestion),
      ...this.missing.map((field): Open => ({ kind: 'field', field })),
      ...(isTimeOpen ? [{ kind: 'timezone' } as const] : []),
      ...others.map(asQuestion),
    ];
  }

  column(name: string): Column | undefined {
    return this.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  }

  /** The values of a status with how many rows have each; a blank one too if an order has nothing else. */
  valuesOf(column: Column): Counts {
    const hasBlank = column.values.size > 0 && isBlankSomewhere(column, this.proposal.orders);
    return [...column.values, ...(hasBlank ? [['', column.blanks] as const] : [])];
  }

  /** Proposes what an edited map leaves open. */
  edit({ $ask: _open, ...map }: MapMembers): void {
    const { sample, options } = this.subject;
    this.proposal = propose(sample, options, map);
    this.lacking = undefined;
  }

  answer(question: Question, choice: Choice): void {
    if (Object.keys(choice.set).length === 0) this.answered.add(question.id);
    else this.edit(answered(this.map, question, choice));
  }
}
