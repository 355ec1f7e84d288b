import { labelOf } from '../../text/field-words.ts';
import { listOf } from '../../text/words.ts';
import type { DateStyle } from '../fields/date-styles.ts';
import type { OrderPart } from './aliases/language.ts';
import type { Draft } from './draft.ts';
import type { Column } from './profile.ts';
import { anyOf, type Choice, columnIn, type MapMembers } from './questions.ts';

const fields: readonly (readonly [field: string, part: OrderPart])[] = [
  ['ReceivedDate', 'received'],
  ['DispatchBy', 'dispatchBy'],
];

/** One format as it is, several as a list. */
const dateOf = (formats: readonly string[]): unknown => (formats.length === 1 ? formats[0] : formats);

/** What a way to read dates says, by how people write the day. */
const wayText = ([format = '']: readonly string[]): string =>
  `the ${format.startsWith('D') ? 'day' : format.startsWith('M') ? 'month' : 'year'} comes first (${format})`;

/** The answers for a column: one for each way to read it. */
export function readings(field: string, column: Column, { ways }: Pick<DateStyle, 'ways'>): Choice[] {
  return ways.map((formats) => ({
    means: ways.length === 1 ? column.name : `${column.name}: ${wayText(formats)}`,
    set: { [field]: formats.length === 0 ? column.name : { column: column.name, date: dateOf(formats) } },
  }));
}

/** How ISO 8601 writes times. */
const isoFormats = listOf(
  'YYYY-MM-DDTHH:mm:ssZ | YYYY-MM-DDTHH:mmZ | YYYY-MM-DDTHH:mm:ss | YYYY-MM-DDTHH:mm | YYYY-MM-DD HH:mm:ssZ | YYYY-MM-DD HH:mm:ss | YYYY-MM-DD HH:mm',
);

/** The rules that keep an order until the day in a column has come: one for each way to read it, none if it has no days. */
export function dayRules(column: Column): { readonly means: string; readonly rule: MapMembers }[] {
  const { ways = [] } = column.dates() ?? {};
  return ways.map((formats) => {
    const date = dateOf(formats.length === 0 ? isoFormats : formats);
    const rule = { column: column.name, future: true, date, reason: 'on-hold' };
    return { means: ways.length === 1 ? '' : `: ${wayText(formats)}`, rule };
  });
}

/** Fills the times from columns of dates with such a name. Several columns, or several ways to read one, are a question. */
export function fillTimes(draft: Draft): void {
  for (const [field, part] of fields) {
    if (!draft.isOpen(field)) continue;
    const named = draft.ofOrder(part);
    const dated = named.flatMap((column) => {
      const style = column.dates();
      return style === undefined ? [] : [{ column, style, choices: readings(field, column, style) }];
    });
    const choices = dated.flatMap((each) => each.choices);
    const [first, other] = choices;
    const [only] = dated;
    if (first === undefined || only === undefined) continue;
    if (other === undefined) draft.fill(field, first.set[field], only.column);
    else {
      const columns = dated.map(({ column }) => column);
      const question =
        dated.length > 1
          ? `Which column has the ${labelOf(field)}: ${anyOf(columns)}?`
          : `How are the dates in ${only.column.name} written (${only.style.example})?`;
      draft.ask(field, question, columns, choices);
    }
  }
}

/** Whether times that a map reads have no zone, so that `--timezone` is needed. */
export function needsTimezone(map: Readonly<Record<string, unknown>>, columns: readonly Column[]): boolean {
  return fields.some(([field]) => {
    const names = [columnIn(map[field])].flat();
    return columns.some(({ name, dates }) => names.includes(name) && dates()?.zoned === false);
  });
}
