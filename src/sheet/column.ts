import type { Choice } from '../cli/prompts.ts';
import { layoutOf } from '../payload/document/layout.ts';
import type { Reason } from '../payload/document/reasons.ts';
import { targetOf } from '../payload/proposal/draft.ts';
import { type Column, differsWithin } from '../payload/proposal/profile.ts';
import {
  type Choice as Answer,
  columnIn,
  examples,
  mostValues,
  shownValue,
} from '../payload/proposal/questions.ts';
import { fits } from '../payload/proposal/shapes.ts';
import { reasonsToLeave } from '../payload/proposal/states.ts';
import { labelOf } from '../text/field-words.ts';
import {
  asDay,
  asNote,
  asRule,
  asStatus,
  asUnused,
  outcomeIn,
  sourcesFor,
  statusIn,
  withOutcome,
  withoutSource,
  withSource,
} from './edit.ts';
import { askConstant, later } from './lacks.ts';
import type { Counts, Sheet } from './state.ts';
import { fieldText, roleOf, shownCount } from './view.ts';

/** Chooses one of several readings; the only one without a question. Undefined if it is decided later. */
async function oneOf({ prompts }: Sheet, message: string, answers: readonly Answer[]) {
  const [only, other] = answers;
  if (other === undefined) return only;
  const choices = answers.map(({ means }, at) => ({ value: String(at), name: means }));
  return answers[Number(await prompts.choose({ message, choices: [later, ...choices] }))];
}

/** Chooses one of the columns of the file; first those that `isLikely` finds. Undefined if it is none of them. */
async function chooseColumn(
  { prompts }: Sheet,
  message: string,
  columns: readonly Column[],
  before: readonly Choice[],
  isLikely: (column: Column) => boolean,
): Promise<Column | string> {
  const ranked = columns.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
  const choices = ranked.map((column) => ({
    value: String(column.index),
    name: examples(column),
    short: column.name,
  }));
  const chosen = await prompts.choose({ message, choices: [...before, ...choices] });
  return columns.find(({ index }) => String(index) === chosen) ?? chosen;
}

/** Whether the values of a column speak for a field; those of any text fit most of them. */
const speaksFor = (field: string, column: Column, sheet: Sheet): boolean =>
  column.values.size > 0 && fits(field, column) && ['open', 'not needed'].includes(roleOf(column, sheet));

/** Asks what fills a field: another column, several of them, the same for all orders, or nothing. */
export async function changeField(sheet: Sheet, field: string): Promise<void> {
  const isFilled = field in sheet.members;
  const before = [
    { ...later, name: isFilled ? 'leave it as it is' : later.name },
    { value: 'const', name: 'no column: it is the same for every order' },
    { value: 'join', name: 'several columns, one after the other' },
    ...(isFilled && targetOf(field)?.required !== true
      ? [{ value: 'none', name: 'nothing: it is not needed' }]
      : []),
  ];
  const now = isFilled ? ` Now: ${fieldText(field, sheet)}` : '';
  const message = `Which column has the ${labelOf(field)}?${now}`;
  const chosen = await chooseColumn(sheet, message, sheet.columns, before, (column) =>
    speaksFor(field, column, sheet),
  );
  if (typeof chosen !== 'string') await fillFrom(sheet, field, chosen);
  else if (chosen === 'const') await askConstant(sheet, field);
  else if (chosen === 'none') sheet.edit(withoutSource(sheet.members, field));
  else if (chosen === 'join') await joinFor(sheet, field);
}

/** Fills a field from a column, read as a person says where it can be read in several ways. */
async function fillFrom(sheet: Sheet, field: string, column: Column): Promise<void> {
  const { Qty: quantity } = sheet.members;
  const counted = sheet.column(String(columnIn(quantity)));
  // Until the quantity has a column, any of counts may be it.
  const quantities =
    quantity === undefined
      ? sheet.columns.filter((each) => each.values.size > 0 && fits('Qty', each))
      : [counted ?? []].flat();
  const message = `How is ${column.name} to be read?`;
  const answer = await oneOf(sheet, message, sourcesFor(field, column, quantities));
  if (answer !== undefined) sheet.edit(withSource(sheet.members, answer.set));
}

async function joinFor(sheet: Sheet, field: string): Promise<void> {
  const chosen: Column[] = [];
  for (;;) {
    const rest = sheet.columns.filter((column) => !chosen.includes(column) && column.values.size > 0);
    const message =
      chosen.length === 0
        ? `The first column of the ${labelOf(field)}`
        : `And then? So far: ${chosen.map(({ name }) => name).join(' + ')}`;
    const end = { value: 'end', name: chosen.length < 2 ? 'do not join any' : 'that is all' };
    const next = await chooseColumn(sheet, message, rest, [end], () => false);
    if (typeof next === 'string') break;
    chosen.push(next);
  }
  if (chosen.length < 2) return;
  sheet.edit(withSource(sheet.members, { [field]: { join: chosen.map(({ name }) => name) } }));
}

const reasonChoices = (): Choice[] =>
  reasonsToLeave.map(([reason, means]) => ({ value: reason, name: means, short: reason }));

/** Ticks the values of a status that are sent, and asks why the others are not. `values`: those to decide. */
export async function decideStatus(sheet: Sheet, column: Column, values: Counts): Promise<void> {
  const { name } = column;
  const status = statusIn(sheet.members, name);
  if (status === undefined) return;
  const what = status.of === 'line' ? 'lines' : 'orders';
  // A value can be blank, which is no word to answer with.
  const shown = values.map(([value, count], at) => ({
    value: String(at),
    name: shownCount(value, count),
    short: value === '' ? 'blank' : shownValue(value),
  }));
  const ticked = shown.filter((_, at) => outcomeIn(status, values[at]?.[0] ?? '') === 'ship');
  const chosen = await sheet.prompts.tick({
    message: `${name}: tick which ${what} should be sent`,
    choices: shown,
    ticked: ticked.map(({ value }) => value),
  });
  const sent = values.filter((_, at) => chosen.includes(String(at)));
  const left = values.filter((_, at) => !chosen.includes(String(at)));
  const shipped = sent.map(([value]) => value);
  let map = withOutcome(sheet.members, name, shipped, 'ship');
  const changed = left.filter(([value]) => {
    const known = outcomeIn(status, value);
    return known === undefined || known === 'ship';
  });
  const reasons = await whyLeft(sheet, column, changed, sent.length === 0);
  if (reasons === 'unneeded') map = asUnused(sheet.members, column);
  else for (const [value, reason] of reasons ?? []) map = withOutcome(map, name, [value], reason);
  sheet.edit(map);
}

/** Asks why values are left out: all for one reason, or each for its own. Undefined if it is decided later. */
async function whyLeft({ prompts }: Sheet, { name }: Column, values: Counts, isNoneSent: boolean) {
  if (values.length === 0) return new Map<string, Reason>();
  const isOne = values.length === 1;
  const all = values.map(([value, count]) => shownCount(value, count)).join(', ');
  const chosen = await prompts.choose({
    message: `${name}: why are these not sent? ${all}`,
    choices: [
      later,
      ...(isOne ? [] : [{ value: 'each', name: 'for different reasons: ask about each' }]),
      ...reasonChoices(),
      ...(isNoneSent
        ? [{ value: 'unneeded', name: `they are sent: ${name} does not matter, whatever it says` }]
        : []),
    ],
  });
  if (chosen === later.value) return undefined;
  if (chosen === 'unneeded') return 'unneeded';
  if (chosen !== 'each') return new Map(values.map(([value]) => [value, chosen as Reason]));
  const reasons = new Map<string, Reason>();
  for (const [value, count] of values) {
    const message = `${name}: why is this not sent? ${shownCount(value, count)}`;
    const reason = await prompts.choose({ message, choices: [later, ...reasonChoices()] });
    if (reason !== later.value) reasons.set(value, reason as Reason);
  }
  return reasons;
}

/** Values of a column that mean something: all, or those that are ticked. Undefined if none is. */
async function chooseValues({ prompts }: Sheet, { name, values }: Column): Promise<string[] | undefined> {
  if (values.size < 2 || values.size > mostValues) return [];
  const all = [...values];
  const chosen = await prompts.tick({
    message: `Which values of ${name} mean that? Tick all of them for any value`,
    choices: all.map(([value, count], at) => ({ value: String(at), name: shownCount(value, count) })),
  });
  return chosen.length === 0
    ? undefined
    : all.flatMap(([value], at) => (chosen.includes(String(at)) ? value : []));
}

/** Asks what a column is: a field, a status, a day, a value that leaves something out, a note, or not needed. */
export async function changeColumn(sheet: Sheet, column: Column): Promise<void> {
  const { prompts } = sheet;
  const { name } = column;
  const days = asDay(sheet.members, column);
  const isStatus = column.values.size > 0 && column.values.size <= 5 * mostValues;
  const chosen = await prompts.choose({
    message: `What is ${examples(column)}? Now: ${roleOf(column, sheet)}`,
    choices: [
      { ...later, name: 'leave it as it is' },
      { value: 'unneeded', name: 'not needed, whatever it says' },
      { value: 'field', name: 'a field of the order: choose which' },
      ...(isStatus ? [{ value: 'status', name: 'a status: some of its values are sent, others not' }] : []),
      ...(days.length > 0 ? [{ value: 'day', name: 'a day before which the order must not leave' }] : []),
      { value: 'leave', name: 'with a value in it, the order is left out' },
      { value: 'goods', name: 'a value in it says that the line is no goods' },
      { value: 'row', name: 'a value in it says that the row is no order' },
      { value: 'note', name: 'a note for people' },
    ],
  });
  const rule = async (list: '$skipRows' | '$leaveOut' | '$dropLines', reason?: Reason): Promise<void> => {
    const values = await chooseValues(sheet, column);
    if (values !== undefined) sheet.edit(asRule(sheet.members, list, column, reason, values));
  };
  switch (chosen) {
    case 'unneeded':
      return sheet.edit(asUnused(sheet.members, column));
    case 'note':
      return sheet.edit(asNote(sheet.members, column));
    case 'field': {
      const field = await chooseField(sheet, name);
      return field === undefined ? undefined : fillFrom(sheet, field, column);
    }
    case 'status':
      sheet.edit(asStatus(sheet.members, column, differsWithin(column, sheet.proposal.orders)));
      return decideStatus(sheet, column, sheet.valuesOf(column));
    case 'day': {
      const day = await oneOf(sheet, `How are the days of ${name} written?`, days);
      return day === undefined ? undefined : sheet.edit(day.set);
    }
    case 'leave': {
      const message = `Why is an order with a value in ${name} left out?`;
      const reason = await prompts.choose({ message, choices: [later, ...reasonChoices()] });
      const isReason = reason !== later.value;
      return isReason ? sheet.edit(asRule(sheet.members, '$leaveOut', column, reason as Reason)) : undefined;
    }
    case 'goods':
      return rule('$dropLines', 'not-goods');
    case 'row':
      return rule('$skipRows');
  }
}

async function chooseField(sheet: Sheet, name: string): Promise<string | undefined> {
  const fields = layoutOf('order').ordered.map((target) => target.name);
  const isOpen = (field: string): boolean => sheet.missing.includes(field);
  const ranked = fields.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  const choices = ranked.map((field) => {
    const now = field in sheet.members ? `, now from ${fieldText(field, sheet)}` : '';
    return { value: field, name: `${labelOf(field)}${isOpen(field) ? ', which is missing' : now}` };
  });
  const chosen = await sheet.prompts.choose({
    message: `Which field is ${name}?`,
    choices: [{ ...later, name: 'none of these' }, ...choices],
  });
  return chosen === later.value ? undefined : chosen;
}
