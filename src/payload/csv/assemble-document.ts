import { type Body, bodyProblems } from '../check.ts';
import { fillDispatchBy, isReceivedDate, restsOnReceivedDate } from '../defaults.ts';
import type { Layout } from '../layout.ts';
import type { DocumentProblem } from '../problems.ts';
import type { ReadingOptions } from '../types.ts';
import { type CellError, isCellError } from './cell-error.ts';
import { locator, namelessCells, refusedCell } from './cell-problems.ts';
import type { Plan, Slot } from './header-plan.ts';
import type { Row } from './rows.ts';

/** The rows of one document, in the order of the file. */
export interface Part {
  readonly rows: Row[];
  /** Rows whose cells cannot be told apart: they keep the document from being sent. */
  readonly ragged: Row[];
}

/** A document made of its rows. */
export interface Assembled {
  readonly body: Body;
  /** Empty when there are problems. */
  readonly text: string;
  readonly problems: readonly DocumentProblem[];
}

/** A document that stands already, to which later rows are added. */
export interface Base {
  readonly body: Body;
  readonly line: number;
}

type Defaults = Pick<ReadingOptions, 'warehouse' | 'dispatchWithin'>;

/** The value at a slot's place in a body that has been begun. */
function valueIn(body: Body, { section, field }: Slot['target']): unknown {
  return section === '' ? body[field] : (body[section] as Body | undefined)?.[field];
}

/** Makes documents of rows by a plan, with the problems of each. */
export function assembler(plan: Plan, layout: Layout, defaults: Defaults) {
  const { documentSlots, lineSlots, copiesBilling, numbersLines } = plan;
  const locate = locator(plan, layout);
  const numbered = numbersLines && layout.kind === 'order';
  // The schema is asked only where the cells leave a doubt: it takes as long as all the rest.
  const alwaysDoubtful = layout.kind === 'purchase-order' || plan.absent.size > 0;
  let problems: DocumentProblem[] = [];
  let doubtful = false;

  /** The slot's value in a row; undefined when blank or when it cannot be read, which is then a problem. */
  function read(slot: Slot, row: Row): string | number | undefined {
    const { constant, source, accepts } = slot;
    let value: string | number | CellError | undefined = constant;
    if (value === undefined) {
      const text = source === undefined ? '' : source.text(row.cells);
      if (text === '') {
        if (slot.target.required) doubtful = true;
        return undefined;
      }
      value = isCellError(text) ? text : slot.read(text);
      if (isCellError(value)) {
        problems.push(refusedCell(plan, slot, row, value, isCellError(text) ? undefined : text));
        return undefined;
      }
    }
    if (accepts !== undefined && !accepts(value)) doubtful = true;
    return value;
  }

  /** What the command line gives for a cell that is blank; a cell that is refused is no reason to fall back on it. */
  function fallBack(name: string, body: Body): void {
    if (problems.some(({ field }) => field === name)) return;
    if (name === layout.warehouse && defaults.warehouse !== undefined) body[name] = defaults.warehouse;
    if (name === 'DispatchBy') fillDispatchBy(body, defaults.dispatchWithin);
  }

  function document(row: Row): Body {
    const body: Body = {};
    let section: Body = body;
    let sectionName = '';
    for (const slot of documentSlots) {
      const { target } = slot;
      const value = read(slot, row);
      if (value === undefined) {
        if (target.section === '') fallBack(target.field, body);
        continue;
      }
      if (target.section === '') {
        body[target.field] = value;
        continue;
      }
      if (target.section !== sectionName) {
        sectionName = target.section;
        section = {};
        body[sectionName] = section;
      }
      section[target.field] = value;
    }
    if (copiesBilling && body.DeliveryAddress !== undefined) body.BillingAddress = body.DeliveryAddress;
    for (const name of layout.sections) {
      const address = body[name] as Body | undefined;
      if (address === undefined || (address.Country ?? address.CountryCode) === undefined) doubtful = true;
    }
    return body;
  }

  /** Later rows may leave the document's columns blank, but must not say otherwise. */
  function agree(row: Row, body: Body, firstRow: Row | undefined, firstLine: number): void {
    for (const slot of documentSlots) {
      const { source, constant, target } = slot;
      if (source?.header === undefined || constant !== undefined) continue;
      const text = source.text(row.cells);
      const first = firstRow && source.text(firstRow.cells);
      if (text === '' || text === first) continue;
      const value = isCellError(text) ? text : slot.read(text);
      if (isCellError(value)) {
        problems.push(refusedCell(plan, slot, row, value, isCellError(text) ? undefined : text));
        continue;
      }
      const known = valueIn(body, target);
      if (known === value) continue;
      const other = first === undefined || isCellError(first) ? (known ?? '') : first;
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

  function line(row: Row, number: number): Body {
    const item: Body = {};
    for (const slot of lineSlots) {
      const { field } = slot.target;
      // Members keep the schema's order, so that equal content is equal text.
      if (numbered && field === 'TaxRate') item.OrderLineNumber = String(number);
      const value = read(slot, row);
      if (value !== undefined) item[field] = value;
    }
    if (numbered) item.OrderLineNumber = String(number);
    return item;
  }

  /** A document of all its rows; with `base`, the later rows of one that stands already. */
  return function assemble(rows: readonly Row[], base?: Base): Assembled {
    problems = [];
    doubtful = alwaysDoubtful || base !== undefined;
    const first = rows[0] as Row;
    const body = base?.body ?? document(first);
    const lines = base === undefined ? [] : [...(body[layout.lines] as Body[])];
    const earlier = lines.length;
    for (const row of rows) {
      if (base !== undefined) agree(row, body, undefined, base.line);
      else if (row !== first) agree(row, body, first, first.line);
      lines.push(line(row, lines.length + 1));
      if (plan.nameless.length > 0) problems.push(...namelessCells(plan, row));
    }
    body[layout.lines] = lines;
    if (doubtful || problems.length > 0) {
      const found = bodyProblems(layout, body);
      const undated = problems.some(isReceivedDate) || found.some(isReceivedDate);
      const told = found.filter((problem) => !(undated && restsOnReceivedDate(problem, defaults)));
      problems.push(...locate(told, rows, earlier, problems));
    }
    const invalid = problems.length > 0 || plan.problems.length > 0;
    const text = invalid ? '' : JSON.stringify(body);
    return { body, text, problems };
  };
}
