import type { Problem } from '../contract/problems.ts';
import type { FieldProblem } from '../errors.ts';
import { isoUtc, parseInstant } from '../text/time.ts';
import { type Body, bodyProblems, describe, digestOf } from './check.ts';
import type { Refusal } from './csv/cells.ts';
import type { Row } from './csv/rows.ts';
import type { Layout } from './layout.ts';
import type { Plan, Slot } from './plan.ts';
import type { ReadingOptions } from './types.ts';

/** The rows of one document, in the order of the file. */
export interface Part {
  readonly rows: Row[];
  /** Rows with too many or too few cells: they keep the document from being sent. */
  readonly ragged: Row[];
}

/** A document made of its rows. */
export interface Assembled {
  readonly body: Body;
  readonly text: string;
  readonly digest: string;
  readonly problems: readonly FieldProblem[];
}

type Defaults = Pick<ReadingOptions, 'warehouse' | 'dispatchWithin'>;

/** What the command line fills in where a file leaves a field out. */
export function fillDefaults(layout: Layout, body: Body, { warehouse, dispatchWithin }: Defaults): void {
  if (warehouse !== undefined && body[layout.warehouse] === undefined) body[layout.warehouse] = warehouse;
  if (dispatchWithin === undefined || layout.kind !== 'order' || body.DispatchBy !== undefined) return;
  const received = typeof body.ReceivedDate === 'string' ? parseInstant(body.ReceivedDate) : Number.NaN;
  const due = received + dispatchWithin;
  if (Math.abs(due) <= 8.64e15) body.DispatchBy = isoUtc(due);
}

const isRefusal = (value: unknown): value is Refusal => typeof value === 'object';

/** The value at a slot's place in a body that has been begun. */
function valueIn(body: Body, { section, field }: Slot['target']): unknown {
  if (section === '') return body[field];
  return (body[section] as Body | undefined)?.[field];
}

export function problemOf(slot: Slot, line: number, found: string, refusal: Refusal): FieldProblem {
  const column = slot.source?.header;
  return {
    line,
    ...(column === undefined ? {} : { column }),
    field: slot.target.name,
    found,
    expected: refusal.expected,
    message: `${slot.target.name} ${refusal.message}`,
  };
}

/** Makes documents of rows by a plan, with the problems of each. */
export function assembler(plan: Plan, layout: Layout, defaults: Defaults) {
  const { documentSlots, lineSlots } = plan;
  const slotOf = new Map([...documentSlots, ...lineSlots].map((slot) => [slot.target.name, slot]));

  /** The slot's value in a row; undefined when blank or when it cannot be read, which is then a problem. */
  function read(slot: Slot, row: Row, problems: FieldProblem[]): string | number | undefined {
    if (slot.constant !== undefined) return slot.constant;
    const text = slot.source?.text(row.cells);
    if (text === undefined || text === '') return undefined;
    const value = isRefusal(text) ? text : slot.read(text);
    if (!isRefusal(value)) return value;
    problems.push(problemOf(slot, row.line, isRefusal(text) ? foundIn(plan, slot, row) : text, value));
    return undefined;
  }

  function document(row: Row, problems: FieldProblem[]): Body {
    const body: Body = {};
    for (const slot of documentSlots) {
      const value = read(slot, row, problems);
      const { section, field, name } = slot.target;
      if (value === undefined) {
        if (name === 'DispatchBy' || name === layout.warehouse) {
          // A refused cell is no reason to fall back on a default.
          if (!problems.some((problem) => problem.field === name))
            fillDefaults(layout, body, defaultFor(name));
        }
        continue;
      }
      if (section === '') body[field] = value;
      else if (body[section] === undefined) body[section] = { [field]: value };
      else (body[section] as Body)[field] = value;
    }
    if (plan.copiesBilling && body.DeliveryAddress !== undefined) body.BillingAddress = body.DeliveryAddress;
    return body;
  }

  const defaultFor = (name: string): Defaults => {
    const { warehouse, dispatchWithin } = defaults;
    if (name === 'DispatchBy') return dispatchWithin === undefined ? {} : { dispatchWithin };
    return warehouse === undefined ? {} : { warehouse };
  };

  /** Later rows may leave the document's columns blank, but must not say otherwise. */
  function agree(
    row: Row,
    body: Body,
    firstRow: Row | undefined,
    firstLine: number,
    problems: FieldProblem[],
  ): void {
    for (const slot of documentSlots) {
      const { source, constant, target } = slot;
      if (source?.header === undefined || constant !== undefined) continue;
      const text = source.text(row.cells);
      if (text === '') continue;
      const first = firstRow && source.text(firstRow.cells);
      if (text === first) continue;
      const value = isRefusal(text) ? text : slot.read(text);
      if (isRefusal(value)) {
        problems.push(problemOf(slot, row.line, isRefusal(text) ? foundIn(plan, slot, row) : text, value));
        continue;
      }
      const known = valueIn(body, target);
      if (known === value) continue;
      const other = first === undefined || isRefusal(first) ? (known ?? '') : first;
      const there = other === '' ? `is blank on line ${firstLine}` : `is ${other} on line ${firstLine}`;
      problems.push({
        line: row.line,
        column: source.header,
        field: target.name,
        found: String(text),
        expected: other === '' ? 'nothing' : `${other}, or nothing`,
        message: `${target.name} is ${text} here but ${there}; rows of one ${layout.reference} must agree`,
      });
    }
  }

  function line(row: Row, number: number, problems: FieldProblem[]): Body {
    const item: Body = {};
    for (const slot of lineSlots) {
      if (plan.numbersLines && slot.target.field === 'TaxRate') item.OrderLineNumber = String(number);
      const value = read(slot, row, problems);
      if (value !== undefined) item[slot.target.field] = value;
    }
    if (plan.numbersLines && layout.kind === 'order' && item.OrderLineNumber === undefined) {
      item.OrderLineNumber = String(number);
    }
    return item;
  }

  /** Adds what the service's rules find, each at the row and column it came from, unless already told. */
  function addRuleProblems(
    found: readonly Problem[],
    rows: readonly Row[],
    offset: number,
    problems: FieldProblem[],
  ) {
    const told = new Set(problems.map(({ line, field }) => `${field} ${line}`));
    const firstLine = rows[0]?.line as number;
    for (const problem of found) {
      const [section, index, member] = problem.path;
      const perLine = section === layout.lines;
      const row = perLine && typeof index === 'number' ? rows[index - offset] : undefined;
      if (perLine && typeof index === 'number' && row === undefined) continue;
      const name = perLine ? String(member ?? section) : problem.path.join('.');
      const at = row?.line ?? firstLine;
      if (told.has(`${name} ${at}`) || (problem.missing && isAbsent(name))) continue;
      if (section === 'BillingAddress' && plan.copiesBilling) continue;
      const column = slotOf.get(name)?.source?.header;
      problems.push({
        line: at,
        ...(column === undefined ? {} : { column }),
        field: name,
        ...(problem.missing || problem.found === undefined ? {} : { found: describe(problem.found) }),
        expected: problem.expected,
        message: problem.message.replace(problem.field, name),
      });
    }
  }

  /** Whether the header's problems have said already that the field is missing. */
  const isAbsent = (name: string): boolean =>
    plan.absent.has(name) || [...plan.absent].some((absent) => absent.startsWith(`${name}.`));

  /** A document of all its rows; with `base`, the later rows of one that stands already. */
  return function assemble(rows: readonly Row[], base?: { body: Body; line: number }): Assembled {
    const problems: FieldProblem[] = [];
    const first = rows[0] as Row;
    const body = base?.body ?? document(first, problems);
    const firstLine = base?.line ?? first.line;
    const earlier = base === undefined ? [] : (body[layout.lines] as Body[]);
    const lines = [...earlier];
    for (const row of rows) {
      if (base !== undefined || row !== first)
        agree(row, body, base === undefined ? first : undefined, firstLine, problems);
      lines.push(line(row, lines.length + 1, problems));
      for (const index of plan.nameless) {
        const found = (row.cells[index] as string).trim();
        if (found === '') continue;
        problems.push({
          line: row.line,
          found,
          message: `column ${index + 1} has no name in the header, but a value here`,
        });
      }
    }
    body[layout.lines] = lines;
    addRuleProblems(bodyProblems(layout, body), rows, earlier.length, problems);
    const invalid = problems.length > 0 || plan.problems.length > 0;
    const text = invalid ? '' : JSON.stringify(body);
    return { body, text, digest: invalid ? '' : digestOf(text), problems };
  };
}

/** What stood in the column of a cell that a map or a preset could not translate. */
function foundIn(plan: Plan, slot: Slot, row: Row): string {
  const index = slot.source?.header === undefined ? -1 : plan.header.names.indexOf(slot.source.header);
  return row.cells[index] ?? '';
}
