import { labelOf } from '../../text/field-words.ts';
import { asList } from '../mapping/header.ts';
import type { OrderPart } from './aliases/language.ts';
import type { DateStyle } from './date-styles.ts';
import type { Draft } from './draft.ts';
import type { Column } from './profile.ts';
import { type Choice, examples } from './questions.ts';

const fields: readonly (readonly [field: string, part: OrderPart])[] = [
  ['ReceivedDate', 'received'],
  ['DispatchBy', 'dispatchBy'],
];

/** An entry that reads dates in one way. */
function dateEntry({ name }: Column, formats: readonly string[]): unknown {
  const [only, other] = formats;
  if (only === undefined) return name;
  return { column: name, date: other === undefined ? only : formats };
}

/** What a way to read dates says, by how people write the day. */
const wayText = ([format = '']: readonly string[]): string =>
  `the ${format.startsWith('D') ? 'day' : format.startsWith('M') ? 'month' : 'year'} comes first (${format})`;

/** The answers for a column: one for each way to read it. */
export function readings(field: string, column: Column, { ways }: Pick<DateStyle, 'ways'>): Choice[] {
  return ways.map((formats) => ({
    means: ways.length === 1 ? column.name : `${column.name}: ${wayText(formats)}`,
    set: { [field]: dateEntry(column, formats) },
  }));
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
      const question =
        dated.length > 1
          ? `Which column has the ${labelOf(field)}: ${dated.map(({ column }) => examples(column)).join(' or ')}?`
          : `How are the dates in ${only.column.name} written (${only.style.example})?`;
      draft.ask(
        field,
        question,
        dated.map(({ column }) => column),
        choices,
      );
    }
  }
}

/** Whether times that a map reads have no zone, so that `--timezone` is needed. */
export function needsTimezone(map: Readonly<Record<string, unknown>>, columns: readonly Column[]): boolean {
  return fields.some(([field]) => {
    const entry = map[field];
    const name =
      typeof entry === 'string' ? entry : (entry as { column?: string | string[] } | undefined)?.column;
    return asList(name ?? []).some((each) => {
      const column = columns.find((other) => other.name === each);
      return column?.dates()?.zoned === false;
    });
  });
}
