import type { CommandContext } from '../cli/settings.ts';
import { layoutOf } from '../payload/document/layout.ts';
import { columnsOf } from '../payload/mapping/field-source.ts';
import { asList } from '../payload/mapping/header.ts';
import { type Rule, targetOf } from '../payload/proposal/draft.ts';
import { isAboutOthers } from '../payload/proposal/other-columns.ts';
import { type Column, cellOf } from '../payload/proposal/profile.ts';
import { type MapMembers, shownValue, valuesText } from '../payload/proposal/questions.ts';
import type { Block } from '../render/result.ts';
import { cut } from '../render/text.ts';
import { labelOf } from '../text/field-words.ts';
import { isFields } from '../text/records.ts';
import { exactDuration } from '../text/time/time.ts';
import { listed } from '../text/words.ts';
import { outcomeIn, statusIn, statusNames, unusedIn } from './edit.ts';
import type { Sheet } from './state.ts';

/** The first values of columns that are read together, as they stand in a row. */
function firstValues(columns: readonly Column[], sheet: Sheet): string {
  const values = new Set<string>();
  for (const row of sheet.proposal.orders.flat()) {
    const cells = columns.map((column) => cellOf(row, column)).filter((cell) => cell !== '');
    if (cells.length > 0) values.add(shownValue(cells.join(' ')));
    if (values.size === 3) break;
  }
  return values.size === 0 ? 'blank' : [...values].join(', ');
}

/** How a source reads its columns, beyond taking what is there. */
function waysOf(entry: unknown): string[] {
  if (!isFields(entry)) return [];
  const { date, number, per, less, map, join } = entry;
  return [
    ...(date === undefined ? [] : [`read as ${[date].flat().join(' or ')}`]),
    ...(isFields(number) && number.decimal === 'comma' ? ['decimals after a comma'] : []),
    ...(isFields(number) && number.minor === true ? ['in pence or cents'] : []),
    ...(per === undefined ? [] : [`of the line, divided by ${columnsOf(per).join(' or ')}`]),
    ...(less === undefined ? [] : [`less ${listed([less].flat().flatMap(columnsOf))}`]),
    ...(map === undefined ? [] : ['by its words']),
    ...(join === undefined ? [] : ['joined']),
  ];
}

/** Where a field comes from, with the first values: `Order date, read as DD/MM/YYYY (03/08/2026, 04/08/2026)`. */
function sourceText(entry: unknown, sheet: Sheet): string {
  if (isFields(entry) && 'const' in entry) return `${entry.const} for every order`;
  const aside = isFields(entry) ? [entry.per, entry.less].flat().flatMap(columnsOf) : [];
  const names = columnsOf(entry).filter((name) => !aside.includes(name));
  const found = names.flatMap((name) => sheet.column(name) ?? []);
  const several = isFields(entry) && Array.isArray(entry.column) ? ' or ' : ' + ';
  const how = [names.join(several), ...waysOf(entry)].join(', ');
  return `${how} (${found.length === 0 ? 'not in this file' : firstValues(found, sheet)})`;
}

/** The fields that have a source, that need one, or that a question is about, in the service's order. */
export function fieldsOn({ members, missing, questions }: Sheet): string[] {
  const asked = questions.flatMap(({ id, choices }) => [
    id,
    ...choices.flatMap(({ set }) => Object.keys(set)),
  ]);
  return layoutOf('order').ordered.flatMap(({ name }) =>
    name in members || missing.includes(name) || asked.includes(name) ? [name] : [],
  );
}

/** What the sheet says of a field. */
export function fieldText(field: string, sheet: Sheet): string {
  const entry = sheet.members[field];
  if (entry !== undefined) return sourceText(entry, sheet);
  return sheet.missing.includes(field) ? 'MISSING: nothing fills it yet' : 'not decided yet';
}

function fieldsPart(sheet: Sheet): Block[] {
  const { $items, $extends } = sheet.members;
  const items = ($items ?? []) as readonly MapMembers[];
  const { timezone, dispatchWithin } = sheet.answers;
  const rows = [
    ...(typeof $extends === 'string' ? [['read as an export of', $extends] as const] : []),
    ...fieldsOn(sheet).map((field) => [labelOf(field), fieldText(field, sheet)] as const),
    ...items.map(
      (item, at) => [`item ${at + 1}`, Object.values(item).flatMap(columnsOf).join(', ')] as const,
    ),
    ...(dispatchWithin === undefined
      ? []
      : [[labelOf('DispatchBy'), `${exactDuration(dispatchWithin)} after the order`] as const]),
    ...(timezone === undefined ? [] : [['time zone', timezone] as const]),
  ];
  return [{ kind: 'fields', title: '1. Where each field comes from', fields: rows }];
}

/** A value of a status, and how many rows have it. */
export const shownCount = (value: string, count: number): string =>
  `${value === '' ? 'blank' : shownValue(value)} × ${count}`;

/** The values of a status by what becomes of an order with them: `Paid × 2: sent; Refunded × 1: left out as refunded`. */
function outcomeTexts(name: string, sheet: Sheet): { readonly isOpen: boolean; readonly text: string }[] {
  const [status, column] = [statusIn(sheet.members, name), sheet.column(name)];
  if (status === undefined || column === undefined) return [];
  const groups = new Map<string | undefined, string[]>();
  for (const [value, count] of sheet.valuesOf(column)) {
    const outcome = outcomeIn(status, value);
    groups.set(outcome, [...(groups.get(outcome) ?? []), shownCount(value, count)]);
  }
  return [...groups].map(([outcome, values]) => {
    const said =
      outcome === undefined ? 'not decided yet' : outcome === 'ship' ? 'sent' : `left out as ${outcome}`;
    return { isOpen: outcome === undefined, text: `${values.join(', ')}: ${said}` };
  });
}

/** What a status says; with `isKnown`, only what is not open. Empty if nothing is known. */
export function statusText(name: string, sheet: Sheet, isKnown = false): string {
  const texts = outcomeTexts(name, sheet).flatMap(({ isOpen, text }) => (isKnown && isOpen ? [] : [text]));
  if (isKnown) return texts.join('; ');
  if (texts.length === 0) return sheet.column(name) === undefined ? 'not in this file' : 'blank today';
  return `${texts.join('; ')}${statusIn(sheet.members, name)?.of === 'line' ? ', of each line' : ''}`;
}

function statusPart(sheet: Sheet): Block[] {
  const lines = statusNames(sheet.members).flatMap((name) => {
    const texts = outcomeTexts(name, sheet).map(({ text }) => `    ${text}`);
    const isOfLine = statusIn(sheet.members, name)?.of === 'line';
    return texts.length === 0
      ? [`  ${name}: ${statusText(name, sheet)}`]
      : [`  ${name}${isOfLine ? ', of each line' : ''}:`, ...texts];
  });
  return listedPart(
    '2. Which statuses are sent',
    lines,
    'no column is a status: nothing is left out by one',
    sheet,
  );
}

/** A part of lines; without any, what the preset does, or else `none`. */
function listedPart(title: string, lines: readonly string[], none: string, sheet: Sheet): Block[] {
  const { $extends } = sheet.members;
  const empty = typeof $extends === 'string' ? `as the preset ${$extends} reads them` : none;
  return [{ kind: 'text', text: [title, ...(lines.length > 0 ? lines : [`  ${empty}`])].join('\n') }];
}

function ruleText(member: string, { in: values, empty, filled, future, reason }: Rule & { future?: true }) {
  const when = future
    ? 'a day that has not come'
    : filled
      ? 'a value'
      : empty
        ? 'nothing'
        : listed(
            (values ?? []).slice(0, 5).map((value) => (value === '' ? 'nothing' : value)),
            'or',
          );
  const what = {
    $leaveOut: 'an order is left out',
    $dropLines: 'a line is left out',
    $skipRows: 'a row is not an order',
    $keep: 'only these are sent',
  }[member];
  return `with ${when}, ${what}${reason === undefined ? '' : ` as ${reason}`}`;
}

/** The rules of a map: the columns that each reads, and what it does. */
export function rulesIn(map: MapMembers): { readonly columns: readonly string[]; readonly text: string }[] {
  return ['$leaveOut', '$dropLines', '$skipRows', '$keep'].flatMap((member) =>
    [map[member] ?? []].flat().map((rule) => ({
      columns: asList((rule as Rule).column as string | string[]),
      text: ruleText(member, rule as Rule),
    })),
  );
}

/** Columns with their values, one a line, cut to the screen unless it is read aloud. */
export function columnLines(
  columns: readonly Column[],
  context: CommandContext,
  said = (_: Column): string => '',
  isWhole = false,
): string[] {
  const { accessible } = context.settings;
  const width = context.deps.stderr.columns || 80;
  return columns.map((column) => {
    const what = said(column);
    const line = `  ${column.name}: ${what}${what === '' ? '' : '. '}${valuesText(column)}`;
    return accessible || isWhole ? line : cut(line, width);
  });
}

function othersPart(sheet: Sheet): Block[] {
  const { members, context } = sheet;
  const rules = rulesIn(members);
  const notes = [members.$notes ?? []].flat() as string[];
  const { unneeded, blank } = unusedIn(members);
  const found = (names: readonly string[]): Column[] => names.flatMap((name) => sheet.column(name) ?? []);
  const isOfColumn = (id: string): boolean => targetOf(id) === undefined && sheet.column(id) !== undefined;
  const open = sheet.questions.filter((each) => isAboutOthers(each) || isOfColumn(each.id));
  const asked = open.flatMap(({ columns }) => columns);
  const isBlank = (name: string): boolean => sheet.column(name)?.values.size === 0;
  const lines = [
    ...rules.map(({ columns, text }) => `  ${columns.join(', ')}: ${text}`),
    ...columnLines(found(notes), context, () => 'a note, shown to people'),
    ...columnLines(found(unneeded.filter((name) => !isBlank(name))), context, () => 'not needed'),
    ...(asked.length === 0 ? [] : [`  not decided yet: ${asked.join(', ')}`]),
    ...(blank.length === 0
      ? []
      : [`  blank in every row, and a later file with a value there is stopped: ${blank.join(', ')}`]),
  ];
  return listedPart('3. The other columns', lines, 'there are none', sheet);
}

/** The parts of the sheet that can be shown without reading the file as an upload does. */
export const partsOf = (sheet: Sheet): readonly (readonly Block[])[] => [
  fieldsPart(sheet),
  statusPart(sheet),
  othersPart(sheet),
];

/** What has become of a column, for a list of all columns. */
export function roleOf({ name }: Column, sheet: Sheet): string {
  const { members } = sheet;
  const isIt = (each: string): boolean => each.toLowerCase() === name.toLowerCase();
  const fields = Object.entries(members).flatMap(([member, entry]) =>
    !member.startsWith('$') && columnsOf(entry).some(isIt) ? [labelOf(member)] : [],
  );
  const rules = rulesIn(members).flatMap(({ columns, text }) => (columns.some(isIt) ? [text] : []));
  const { unneeded, blank } = unusedIn(members);
  const all = [
    ...fields,
    ...(statusIn(members, name) === undefined ? [] : ['a status']),
    ...rules,
    ...([members.$notes ?? []].flat().some((note) => isIt(String(note))) ? ['a note'] : []),
    ...(unneeded.some(isIt) ? ['not needed'] : []),
    ...(blank.some(isIt) ? ['blank today'] : []),
  ];
  return all.length === 0 ? 'open' : all.join(', ');
}
