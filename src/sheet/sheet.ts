import { orBack } from '../cli/ask.ts';
import type { CommandContext } from '../cli/settings.ts';
import { saidNo } from '../errors.ts';
import { targetOf } from '../payload/proposal/draft.ts';
import { ofOptions } from '../payload/proposal/missing-fields.ts';
import { isAboutOthers } from '../payload/proposal/other-columns.ts';
import type { Column } from '../payload/proposal/profile.ts';
import type { Question } from '../payload/proposal/questions.ts';
import type { Block } from '../render/result.ts';
import { showBlocks } from '../report/review.ts';
import { labelOf } from '../text/field-words.ts';
import { counted } from '../text/words.ts';
import { changeColumn, changeField, decideStatus } from './column.ts';
import { asUnused, statusNames, valueAsked } from './edit.ts';
import { askSeldom, askTimezone, later } from './lacks.ts';
import { type Preview, previewOf } from './preview.ts';
import { type Agreed, keyOf, type Open, Sheet, type Subject } from './state.ts';
import { columnLines, fieldsOn, fieldText, partsOf, roleOf, statusText } from './view.ts';

async function askStatus(sheet: Sheet, column: Column, questions: readonly Question[]): Promise<void> {
  const open = questions.flatMap((question) => valueAsked(question) ?? []);
  const counts = new Map(sheet.valuesOf(column));
  const known = statusText(column.name, sheet, true);
  if (known !== '') sheet.context.notice(`${column.name}, as far as it is known: ${known}`);
  await decideStatus(
    sheet,
    column,
    open.map((value) => [value, counts.get(value) ?? column.blanks]),
  );
  if (sheet.questions.some((question) => isOf(column, question))) throw leftOpen;
}

const isOf = ({ name }: Column, question: Question): boolean =>
  question.columns[0] === name && valueAsked(question) !== undefined;

/** How many columns a screen of 24 lines has room for, beside the question and its choices. */
const mostColumns = 12;

/** Asks about the columns that nothing reads, a page of them at a time, each with its values. */
async function askOthers(sheet: Sheet, question: Question): Promise<void> {
  const { context, prompts } = sheet;
  const all = question.columns.flatMap((name) => sheet.column(name) ?? []);
  const pages = Math.ceil(all.length / mostColumns);
  const page = all.slice(0, Math.ceil(all.length / pages));
  const title = 'Nothing reads these columns. Does a value of them say what to send, or what not?';
  await showBlocks(context, [
    { kind: 'text', text: [title, ...columnLines(page, context, () => '', true)].join('\n') },
  ]);
  const rest = all.length - page.length;
  const more = rest === 0 ? '' : ` ${rest} more ${rest === 1 ? 'comes' : 'come'} after.`;
  const isOne = page.length === 1;
  const chosen = await prompts.choose({
    message: `${isOne ? 'Is this column' : `Is one of these ${page.length} columns`} needed?${more}`,
    choices: [
      { value: 'one', name: isOne ? 'yes: say what it is' : 'yes: choose it, and say what it is' },
      { value: 'unneeded', name: isOne ? 'no: it is not needed' : 'no: none of them is needed' },
      later,
    ],
  });
  if (chosen === 'unneeded') sheet.edit(page.reduce(asUnused, sheet.members));
  else if (chosen === 'one') await changeOneOf(sheet, page, 'Which column matters?');
  else throw leftOpen;
}

/** Thrown by a question that is left open, to return to the sheet. */
const leftOpen = Symbol('left open');

async function changeOneOf(sheet: Sheet, columns: readonly Column[], message: string): Promise<void> {
  const [only, other] = columns;
  if (only !== undefined && other === undefined) return changeColumn(sheet, only);
  const choices = columns.map((column) => ({
    value: column.name,
    name: `${column.name}: ${roleOf(column, sheet)}`,
    short: column.name,
  }));
  const name = await sheet.prompts.choose({ message, choices: [...choices, { value: '', name: 'none' }] });
  const column = sheet.column(name);
  if (column !== undefined) await changeColumn(sheet, column);
}

/** Asks a question of the proposal, whose choices are its answers; a column can also be something else. */
async function askQuestion(sheet: Sheet, question: Question): Promise<void> {
  const [name, another] = question.columns;
  const column = name !== undefined && another === undefined ? sheet.column(name) : undefined;
  const isOfField = targetOf(question.id) !== undefined;
  const chosen = await sheet.prompts.choose({
    message: question.question,
    choices: [
      later,
      ...question.choices.map(({ means }, at) => ({ value: String(at), name: means })),
      ...(isOfField ? [{ value: 'field', name: 'something else: choose among all columns' }] : []),
      ...(!isOfField && column !== undefined
        ? [{ value: 'column', name: `something else: say what ${column.name} is` }]
        : []),
    ],
  });
  const choice = question.choices[Number(chosen)];
  if (choice !== undefined) sheet.answer(question, choice);
  else if (chosen === 'field') await changeField(sheet, question.id);
  else if (chosen === 'column' && column !== undefined) await changeColumn(sheet, column);
  else throw leftOpen;
}

/** Asks what is open, until nothing is or the person goes back to the sheet; what was passed over comes last. */
async function askOpen(sheet: Sheet, passed: Set<string>): Promise<void> {
  if (sheet.open.every((each) => passed.has(keyOf(each)))) passed.clear();
  for (;;) {
    const next = sheet.open.find((each) => !passed.has(keyOf(each)));
    if (next === undefined) return;
    const before = sheet.map;
    try {
      await askOne(sheet, next);
    } catch (error) {
      if (error !== leftOpen) throw error;
      passed.add(keyOf(next));
      return;
    }
    if (sheet.map === before || JSON.stringify(sheet.map) === JSON.stringify(before)) passed.add(keyOf(next));
  }
}

async function askOne(sheet: Sheet, open: Open): Promise<void> {
  switch (open.kind) {
    case 'timezone':
      return askTimezone(sheet);
    case 'field': {
      const { foreign } = sheet.proposal;
      const isOfPrices = open.field === 'Currency' || open.field === 'PricePerUnit';
      if (foreign !== undefined && isOfPrices)
        return sheet.context.notice(`the prices are in ${foreign}, which the service does not take`);
      return ofOptions.includes(open.field) ? askSeldom(sheet, open.field) : changeField(sheet, open.field);
    }
    case 'question': {
      const { question } = open;
      if (isAboutOthers(question)) return askOthers(sheet, question);
      const column = sheet.column(question.columns[0] ?? '');
      if (valueAsked(question) === undefined || column === undefined) return askQuestion(sheet, question);
      const same = sheet.questions.filter((each) => isOf(column, each));
      return askStatus(sheet, column, same);
    }
  }
}

/** Leads to any line of the sheet, which can then be changed. */
async function changeSomething(sheet: Sheet): Promise<void> {
  const { prompts } = sheet;
  const statuses = statusNames(sheet.members);
  const { timezone, dispatchWithin } = sheet.answers;
  const what = await prompts.choose({
    message: 'What do you want to change?',
    choices: [
      { value: 'field', name: 'where a field comes from' },
      ...(statuses.length > 0 ? [{ value: 'status', name: 'what a status says' }] : []),
      { value: 'column', name: 'what a column is: choose among all columns' },
      ...(timezone === undefined ? [] : [{ value: 'timezone', name: `the time zone, now ${timezone}` }]),
      ...(dispatchWithin === undefined ? [] : [{ value: 'soon', name: 'how soon an order must leave' }]),
      { value: 'nothing', name: 'nothing: back to the sheet' },
    ],
  });
  if (what === 'timezone') await askTimezone(sheet);
  else if (what === 'soon') await askSeldom(sheet, 'DispatchBy');
  else if (what === 'column') await changeOneOf(sheet, sheet.columns, 'Which column?');
  else if (what === 'field') {
    const choices = fieldsOn(sheet).map((field) => ({
      value: field,
      name: `${labelOf(field)}: ${fieldText(field, sheet)}`,
      short: labelOf(field),
    }));
    const field = await prompts.choose({ message: 'Which field?', choices });
    await (field === 'warehouse_name' ? askSeldom(sheet, field) : changeField(sheet, field));
  } else if (what === 'status') {
    const choices = statuses.map((name) => ({
      value: name,
      name: `${name}: ${statusText(name, sheet)}`,
      short: name,
    }));
    const column = sheet.column(await prompts.choose({ message: 'Which status?', choices }));
    if (column !== undefined) await decideStatus(sheet, column, sheet.valuesOf(column));
  }
}

/** Shows the sheet, but of what was shown before only the parts that have changed. */
function shower(sheet: Sheet) {
  const shown = new Set<string>();
  return async (preview: Preview | undefined): Promise<void> => {
    const title = { kind: 'text', text: '4. The first orders as parcels' } as const;
    const parts = [...partsOf(sheet), ...(preview === undefined ? [] : [[title, ...preview.blocks]])];
    const isNew = (blocks: readonly Block[]): boolean => !shown.has(JSON.stringify(blocks));
    await showBlocks(sheet.context, parts.filter(isNew).flat());
    shown.clear();
    for (const blocks of parts) shown.add(JSON.stringify(blocks));
  };
}

/** What comes next, and what Enter does: the next open question, or to save what is right. */
function nextSteps(open: number, preview: Preview | undefined) {
  const change = { value: 'change', name: 'change something' };
  const stop = { value: 'stop', name: 'stop, and write nothing' };
  if (open > 0) {
    const what = open === 1 ? 'this' : 'these';
    const save = {
      value: 'save',
      name: `save the map with ${what} open: an upload with it needs the answers first`,
    };
    return {
      message: `${counted(open, 'question is open', 'questions are open')}. What next?`,
      choices: [{ value: 'answer', name: open === 1 ? 'answer it' : 'answer them' }, change, save, stop],
    };
  }
  const save = { value: 'save', name: 'save this map' };
  const isRight = preview !== undefined && preview.sent > 0 && preview.wrong === 0;
  return {
    message: isRight
      ? 'Are these parcels right?'
      : preview?.sent === 0
        ? 'No order would be sent. Is the map right?'
        : 'Some orders have errors. Is the map right?',
    choices: [...(isRight ? [save, change] : [change, save]), stop],
  };
}

/**
 * Completes a proposal with a person, on one sheet: what is open is asked, everything is shown, and any line of it can be
 * changed until it is saved. Throws a `CfiError` if the person stops; nothing has been written then.
 */
export async function fillSheet(context: CommandContext, subject: Subject): Promise<Agreed> {
  const prompts = await context.deps.prompts();
  const sheet = new Sheet(context, prompts, subject);
  const show = shower(sheet);
  const passed = new Set<string>();
  let isDone = false;
  for (;;) {
    const open = sheet.openCount;
    const { preset: _preset, ...options } = sheet.options;
    const preview =
      open === 0
        ? await previewOf(subject.source, { ...options, map: sheet.members }, context.clock.now())
        : undefined;
    await show(preview);
    // Esc leads back to the sheet, and from there nowhere: what was answered would be lost.
    await orBack(
      async () => {
        const next = await prompts.choose({ ...nextSteps(open, preview), isFirst: true });
        if (next === 'stop') throw saidNo('nothing was written');
        if (next === 'save') isDone = true;
        else await (next === 'answer' ? askOpen(sheet, passed) : changeSomething(sheet));
      },
      () => {},
    );
    if (isDone) return { map: sheet.map, ...sheet.answers };
  }
}
