import type { Layout, Target } from '../layout.ts';
import {
  type HeaderReport,
  mappedSources,
  namedSources,
  type PlanInput,
  type Sources,
} from '../mapping/column-sources.ts';
import { type BoundSource, findColumns, type Header } from '../mapping/field-source.ts';
import { cellRules } from '../mapping/set-fields.ts';
import type { LeaveOut } from '../presets/preset.ts';
import type { DocumentProblem } from '../problems.ts';
import { acceptance } from './cell-check.ts';
import { type CellReader, cellReader } from './cells.ts';

/** One field of the body with the way its value is found in a row. */
export interface Slot {
  readonly target: Target;
  /** From `--set`; goes before the column. */
  readonly constant?: string | number;
  readonly source?: BoundSource;
  readonly read: CellReader;
  /** Whether the schema takes a value that was read; undefined where it takes any. */
  readonly accepts: ((value: string | number) => boolean) | undefined;
}

/** What to do with each row of one file: its header, read once. */
export interface Plan {
  readonly header: Header;
  readonly reference: Slot;
  /** In the schema's order. */
  readonly documentSlots: readonly Slot[];
  readonly lineSlots: readonly Slot[];
  /** Columns without a name, which must stay blank. */
  readonly nameless: readonly number[];
  readonly copiesBilling: boolean;
  readonly numbersLines: boolean;
  /** Fields that no column gives; reported once, for the header. */
  readonly absent: ReadonlySet<string>;
  /** What is wrong with the header; then no document of the file may be sent. */
  readonly problems: readonly DocumentProblem[];
  /** Why the order that begins with this row is not to be sent, for exports that hold such orders. */
  leaveOut(cells: readonly string[]): string | undefined;
}

function absentHint({ name }: Target, layout: Layout): string {
  if (name === 'warehouse_name') return ' (or give --warehouse NAME)';
  if (name === 'DispatchBy') return ' (or give --dispatch-within DURATION)';
  return name === layout.warehouse || name === 'Currency' || name === 'PaymentStatus'
    ? ` (or give --set ${name}=VALUE)`
    : '';
}

function absentFields(
  { layout, settings, options, mapping, preset }: PlanInput,
  sources: Sources,
  copiesBilling: boolean,
): { target: Target; column: string; message: string }[] {
  const given = (target: Target): boolean => sources.has(target) || settings.has(target);
  const absent: { target: Target; column: string; message: string }[] = [];
  for (const target of layout.ordered) {
    const { name, section } = target;
    if (given(target) || (section === 'BillingAddress' && copiesBilling)) continue;
    if (name === layout.warehouse && options.warehouse !== undefined) continue;
    if (name === 'DispatchBy' && options.dispatchWithin !== undefined) continue;
    if (target.field === 'OrderLineNumber') continue;
    if (target.required) {
      const source = preset && mapping?.[name];
      const wanted =
        source !== undefined && 'column' in source ? [source.column].flat().join(' or ') : undefined;
      const what =
        wanted === undefined
          ? `the column ${name} is missing`
          : `${name} needs the column ${wanted}, which ${preset?.title} has`;
      absent.push({ target, column: wanted ?? name, message: what + absentHint(target, layout) });
    } else if (target.field === 'Country') {
      const code = layout.targets.get(`${section}.CountryCode`);
      if (code === undefined || given(code)) continue;
      absent.push({ target, column: name, message: `the column ${name} or ${name}Code is missing` });
    }
  }
  return absent;
}

function leaveOutRule(rules: readonly LeaveOut[], header: Header): Plan['leaveOut'] {
  const bound = rules.flatMap((rule) =>
    findColumns(header, rule.column).map((index) => ({ ...rule, index })),
  );
  return (cells) => {
    for (const { index, when, reason } of bound) {
      const value = (cells[index] as string).trim().toLowerCase();
      if (value !== '' && (when === 'filled' || when.includes(value))) return reason;
    }
    return undefined;
  };
}

/** Reads a header: which column fills which field, and what is wrong with it. */
export function planFor(header: Header, line: number, input: PlanInput): Plan {
  const { layout, settings, preset } = input;
  const problems: DocumentProblem[] = [];
  const problem: HeaderReport = (column, message, expected) => {
    problems.push({ line, column, found: column, expected, message });
  };
  const sources =
    input.mapping === undefined
      ? namedSources(header, input, problem)
      : mappedSources(header, input, problem);
  const rules = cellRules(input.options);
  const given = (target: Target): boolean => sources.has(target) || settings.has(target);
  const copiesBilling =
    layout.sections.includes('BillingAddress') &&
    !layout.ordered.some((target) => target.section === 'BillingAddress' && given(target));
  const absent = new Set<string>();
  for (const { target, column, message } of absentFields(input, sources, copiesBilling)) {
    absent.add(target.name);
    problems.push({ line, column, field: target.name, found: '', expected: `the column ${column}`, message });
  }
  const slots = layout.ordered.map((target): Slot => {
    const constant = settings.get(target)?.value;
    const source = sources.get(target);
    const read = cellReader(target.reading, rules);
    const accepts = acceptance(target);
    return {
      target,
      read,
      accepts,
      ...(constant === undefined ? {} : { constant }),
      ...(source === undefined ? {} : { source }),
    };
  });
  return {
    header,
    reference: slots.find(({ target }) => target.name === layout.reference) as Slot,
    documentSlots: slots.filter(
      ({ target, source, constant }) =>
        !target.perLine &&
        ((source ?? constant) !== undefined ||
          target.name === 'DispatchBy' ||
          target.name === layout.warehouse),
    ),
    lineSlots: slots.filter(
      ({ target, source, constant }) => target.perLine && (source ?? constant) !== undefined,
    ),
    nameless: header.names.flatMap((name, index) => (name === '' ? [index] : [])),
    copiesBilling,
    numbersLines: !slots.some(
      (slot) => slot.target.field === 'OrderLineNumber' && (slot.source ?? slot.constant) !== undefined,
    ),
    absent,
    problems,
    leaveOut: leaveOutRule(preset?.leaveOut ?? [], header),
  };
}
