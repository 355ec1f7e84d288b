import type { Choice } from '../../../cli/prompts.ts';
import type { ColumnContent } from '../../../payload/proposal/column-content.ts';
import {
  currencyEntry,
  dateEntry,
  type FieldProposal,
  moneyEntry,
  paymentEntry,
} from '../../../payload/proposal/entries.ts';

/** Values of choices that are not columns. */
export const goBack = 'back';
/** Leaves a field without a source. */
export const leaveOpen = 'open';
const columnPrefix = 'column:';

/** The choice that goes back to the previous question. */
export const backChoice: Choice = { value: goBack, name: '← back' };

const example = ({ cells }: ColumnContent): string => {
  const [first] = cells;
  if (first === undefined) return 'empty in the first rows';
  return `for example ${first.length > 30 ? `${first.slice(0, 30)}…` : first}`;
};

/** The columns of a file to choose from, starting with those that no field uses yet. */
export function columnChoices(
  columns: readonly ColumnContent[],
  used: ReadonlySet<string>,
  proposed: string | undefined,
): Choice[] {
  const rank = ({ name }: ColumnContent): number => (name === proposed ? 0 : used.has(name) ? 2 : 1);
  return columns
    .filter(({ name }) => name !== '' && columns.filter((other) => other.name === name).length === 1)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((column) => ({
      value: `${columnPrefix}${column.name}`,
      name: `${column.name}  (${example(column)})`,
      short: column.name,
    }));
}

/** The column that was chosen; undefined for another answer. */
export const chosenColumn = (answer: string, columns: readonly ColumnContent[]): ColumnContent | undefined =>
  columns.find(({ name }) => answer === `${columnPrefix}${name}`);

/** The value of the choice of a column. */
export const columnValue = (name: string): string => `${columnPrefix}${name}`;

/** The entry of a field when the user chooses this column. */
export function proposalFor(field: string, column: ColumnContent, decimal: 'point' | 'comma'): FieldProposal {
  const known = { confidence: 'sure', columns: [column.name] } as const;
  switch (field) {
    case 'ReceivedDate':
    case 'DispatchBy':
      return { ...dateEntry(column), ...known };
    case 'PricePerUnit':
    case 'PostalServiceCost':
      return { entry: moneyEntry(column, decimal), ...known };
    case 'Currency':
      return { entry: currencyEntry(column), ...known };
    case 'PaymentStatus':
      return { entry: paymentEntry(column), ...known };
    default:
      return { entry: column.name, ...known };
  }
}
