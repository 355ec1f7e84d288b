import type { CommandContext } from '../../../cli/settings.ts';
import { declined } from '../../../errors.ts';
import { layoutOf } from '../../../payload/document/layout.ts';
import type { ReadingOptions, Source } from '../../../payload/document/types.ts';
import { type Draft, mapOf, missingIn } from '../../../payload/proposal/draft.ts';
import type { Proposal } from '../../../payload/proposal/propose.ts';
import type { Sample } from '../../../payload/proposal/sample.ts';
import { goBack } from './answers.ts';
import { previewBlocks, tell } from './preview.ts';
import { dayQuestion } from './questions/day.ts';
import { fieldQuestion } from './questions/field.ts';
import type { Answers, Question, Talk } from './questions/question.ts';
import { statusQuestion } from './questions/status.ts';
import { timezoneQuestion, warehouseQuestion, withinQuestion } from './questions/typed-answers.ts';
import { draftBlocks, entryText, fieldLabels } from './view.ts';

/** A file, and the proposal for it. */
export interface Subject {
  readonly source: Source;
  readonly sample: Sample;
  readonly proposal: Proposal;
  readonly options: ReadingOptions;
}

const localZone = 'Europe/London';

/** The reading options, with the answers applied. */
const optionsWith = (options: ReadingOptions, { timezone, dispatchWithin }: Answers): ReadingOptions => ({
  ...options,
  ...(timezone === undefined ? {} : { timezone }),
  ...(dispatchWithin === undefined ? {} : { dispatchWithin }),
});

/** The options that read the file with the draft: its map instead of a preset. */
function readingWith(draft: Draft, options: ReadingOptions, answers: Answers): ReadingOptions {
  const { preset: _preset, ...rest } = optionsWith(options, answers);
  return { ...rest, map: mapOf(draft) };
}

function fieldQuestions(
  field: string,
  { proposal: { draft, columns } }: Subject,
  isMissing: boolean,
): Question[] {
  const proposal = draft.fields.get(field);
  if (proposal?.swapped !== undefined) return [dayQuestion(field)];
  if (!isMissing && (proposal === undefined || proposal.confidence === 'sure')) return [];
  if (field === 'warehouse_name') return [warehouseQuestion];
  if (field !== 'DispatchBy' || columns.filter(({ dates }) => dates !== undefined).length > 1)
    return [fieldQuestion(field)];
  return [withinQuestion];
}

/** The questions to ask: fields without a certain source, unknown status words, the zone. */
function openQuestions(subject: Subject): Question[] {
  const { sample, proposal, options } = subject;
  const missing = new Set(missingIn(proposal.draft, sample, options));
  const wanted = Object.keys(fieldLabels).filter(
    (field) =>
      missing.has(field) || (field !== 'DeliveryAddress.Country' && field !== 'DeliveryAddress.CountryCode'),
  );
  return [
    ...wanted.flatMap((field) => fieldQuestions(field, subject, missing.has(field))),
    ...proposal.draft.statuses.flatMap(({ values }, at) =>
      values.filter(({ meaning }) => meaning === undefined).map(({ value }) => statusQuestion(at, value)),
    ),
    ...(options.timezone === undefined ? [timezoneQuestion(localZone)] : []),
  ];
}

/** Asks the questions one after the other; going back repeats the previous one. */
async function askAll(questions: readonly Question[], talk: Talk): Promise<void> {
  const needed = (at: number): boolean => questions[at]?.isNeeded?.(talk) ?? true;
  let at = 0;
  while (at < questions.length) {
    if (!needed(at)) {
      at++;
      continue;
    }
    if (await questions[at]?.ask(talk)) at++;
    else
      do at--;
      while (at > 0 && !needed(at));
    at = Math.max(0, at);
  }
}

/** Everything that can be changed after the preview. */
async function change(subject: Subject, talk: Talk): Promise<void> {
  const { draft } = subject.proposal;
  const fields = Object.keys(fieldLabels).map((field) => {
    const proposal = draft.fields.get(field);
    const within = field === 'DispatchBy' && talk.answers.dispatchWithin !== undefined;
    const now =
      proposal === undefined
        ? within
          ? 'a fixed time after the order'
          : '(none)'
        : entryText(proposal.entry);
    return { value: field, name: `${fieldLabels[field]}: ${now}` };
  });
  const words = draft.statuses.flatMap(({ column, values }, at) =>
    values.map(({ value, meaning }) => ({
      question: statusQuestion(at, value),
      name: `${column.name} ${JSON.stringify(value)}: ${meaning ?? 'not known'}`,
    })),
  );
  const answer = await talk.prompts.choose({
    message: 'Which answer?',
    choices: [
      ...fields,
      ...words.map(({ question, name }) => ({ value: question.id, name })),
      {
        value: 'timezone',
        name: `time zone: ${talk.answers.timezone ?? subject.options.timezone ?? '(none)'}`,
      },
      { value: goBack, name: '← back' },
    ],
  });
  if (answer === goBack) return;
  const word = words.find(({ question }) => question.id === answer)?.question;
  const question =
    word ??
    (answer === 'timezone'
      ? timezoneQuestion(talk.answers.timezone ?? localZone)
      : answer === 'warehouse_name'
        ? warehouseQuestion
        : fieldQuestion(answer));
  await question.ask(talk);
}

/**
 * Asks about what the proposal leaves open, and shows what an upload would send, until the user accepts. Throws a
 * `CfiError` if the user stops; nothing has been written then.
 */
export async function converse(context: CommandContext, subject: Subject): Promise<Answers> {
  const { proposal, options, source } = subject;
  const order = layoutOf('order').ordered.map(({ name }) => name);
  const answers: Answers = {};
  const talk: Talk = { prompts: await context.deps.prompts(), proposal, answers, decimal: options.decimal };
  await tell(context, draftBlocks(proposal, order, `What ${source.name} seems to contain`));
  await askAll(openQuestions(subject), talk);
  for (;;) {
    await tell(context, await previewBlocks(source, readingWith(proposal.draft, options, answers)));
    const answer = await talk.prompts.choose({
      message: 'Is that right?',
      choices: [
        { value: 'yes', name: 'yes, this is the map' },
        { value: 'change', name: 'no, change an answer' },
        { value: 'show', name: 'show all fields again' },
        { value: 'stop', name: 'stop; nothing is written' },
      ],
      default: 'yes',
    });
    if (answer === 'yes') return answers;
    if (answer === 'stop') throw declined('nothing was written');
    if (answer === 'show') await tell(context, draftBlocks(proposal, order, 'The map so far'));
    else await change(subject, talk);
  }
}
