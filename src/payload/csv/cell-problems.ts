import type { Problem } from '../../contract/problems.ts';
import { describe } from '../check.ts';
import type { Layout } from '../layout.ts';
import type { DocumentProblem } from '../problems.ts';
import type { CellError } from './cell-error.ts';
import type { Plan, Slot } from './header-plan.ts';
import type { Row } from './rows.ts';

/** What stood in a slot's column, as it stands in the file. */
function foundIn(plan: Plan, slot: Slot, row: Row): string {
  const index = slot.source?.header === undefined ? -1 : plan.header.names.indexOf(slot.source.header);
  return row.cells[index] ?? '';
}

/** A cell that its reader refused; `text` is undefined when a map or a preset refused it before. */
export function refusedCell(
  plan: Plan,
  slot: Slot,
  row: Row,
  refusal: CellError,
  text: string | undefined,
): DocumentProblem {
  const column = slot.source?.header;
  return {
    line: row.line,
    ...(column === undefined ? {} : { column }),
    field: slot.target.name,
    found: text ?? foundIn(plan, slot, row),
    expected: refusal.expected,
    message: `${slot.target.name} ${refusal.message}`,
  };
}

/** Values under columns that the header gives no name. */
export function namelessCells(plan: Plan, row: Row): DocumentProblem[] {
  return plan.nameless.flatMap((index) => {
    const found = (row.cells[index] as string).trim();
    const message = `column ${index + 1} has no name in the header, but a value here`;
    return found === ''
      ? []
      : [{ line: row.line, found, expected: 'nothing, or a name in the header', message }];
  });
}

/** What the file has there. */
const foundAt = ({ missing, found }: Problem): string =>
  missing || found === undefined ? '' : describe(found);

/** Puts what the service's rules find in a body at the rows and columns it came from. */
export function locator(plan: Plan, layout: Layout) {
  const slotOf = new Map([...plan.documentSlots, ...plan.lineSlots].map((slot) => [slot.target.name, slot]));
  /** Whether the header's problems have said already that the field is missing. */
  const isAbsent = (name: string): boolean =>
    plan.absent.has(name) || [...plan.absent].some((absent) => absent.startsWith(`${name}.`));

  /** The problems that `told` does not tell already; `offset` lines of the body come from earlier rows. */
  return function locate(
    found: readonly Problem[],
    rows: readonly Row[],
    offset: number,
    told: readonly DocumentProblem[],
  ): DocumentProblem[] {
    const known = new Set(told.map(({ line, field }) => `${field} ${line}`));
    const first = rows[0] as Row;
    return found.flatMap((problem) => {
      const [section, index, member] = problem.path;
      const isLine = section === layout.lines && typeof index === 'number';
      const row = isLine ? rows[index - offset] : first;
      const name = isLine ? String(member ?? section) : problem.path.join('.');
      if (row === undefined || known.has(`${name} ${row.line}`)) return [];
      if (problem.missing && isAbsent(name)) return [];
      if (section === 'BillingAddress' && plan.copiesBilling) return [];
      const column = slotOf.get(name)?.source?.header;
      return {
        line: row.line,
        ...(column === undefined ? {} : { column }),
        field: name,
        found: foundAt(problem),
        expected: problem.expected,
        message: problem.message.replace(problem.field, name),
      };
    });
  };
}
