import { type Compact, compact, type Lack, stated } from '../../errors.ts';
import { addAll } from '../../text/records.ts';
import { fromShops, type Layout, type Target } from '../document/layout.ts';
import type { DocumentProblem } from '../document/reading.ts';
import { cellReader } from '../fields/cells.ts';
import {
  checkMapColumns,
  dateColumns,
  type HeaderReport,
  mappedSources,
  namedSources,
  type Sources,
} from '../mapping/column-sources.ts';
import { valueColumns } from '../mapping/field-source.ts';
import { type BoundSource, findColumns, firstFilled, type Header } from '../mapping/header.ts';
import { lineRules } from '../mapping/sets.ts';
import { type CheckInput, orderChecks } from './order-checks.ts';
import { repeatsOf, rowChoice } from './row-rules.ts';

interface PlanInput extends CheckInput {
  readonly settings: ReadonlyMap<Target, string | number>;
  /** For a sheet: whether the formats of its first cells show a currency. */
  readonly showsCurrency?: boolean;
}

const ownOptions: Readonly<Record<string, string>> = {
  warehouse_name: '--warehouse NAME',
  DispatchBy: '--dispatch-within DURATION',
  PricePerUnit: '--prices FILE',
  'DeliveryAddress.Country': '--set DeliveryAddress.CountryCode=VALUE',
};

/** The option that fills a field, if there is one. */
export const optionFor = (name: string, { warehouse }: Layout): string | undefined =>
  ownOptions[name] ??
  ([warehouse, 'Currency', 'PaymentStatus'].includes(name) ? `--set ${name}=VALUE` : undefined);

/** The required fields without a column or an option, each as a problem of the header's line with the missing column. */
function absentFields(
  { layout, settings, options, mapping, preset }: PlanInput,
  line: number,
  sources: Sources,
  { copiesBilling, currencyBeside }: { readonly copiesBilling: boolean; readonly currencyBeside: boolean },
): DocumentProblem[] {
  const inItems = new Set((mapping?.items ?? []).flatMap((fields) => Object.keys(fields)));
  const given = (target: Target): boolean =>
    sources.has(target.name) || settings.has(target) || inItems.has(target.name);
  const isFilled = (target: Target): boolean =>
    given(target) ||
    (target.section === 'BillingAddress' && copiesBilling) ||
    (target.section === 'DeliveryAddress' && mapping?.deliveryFromBilling === true && !copiesBilling) ||
    (target.name === layout.warehouse && options.warehouse !== undefined) ||
    (target.name === 'DispatchBy' && options.dispatchWithin !== undefined) ||
    (target.name === 'Currency' && currencyBeside) ||
    (target.name === 'PricePerUnit' && options.prices !== undefined) ||
    target.field === 'OrderLineNumber';
  const missing = ({ name: field }: Target, column: string, says: string, lacks?: Lack): DocumentProblem => {
    const option = optionFor(field, layout);
    const text = option === undefined ? says : `${says}; you can give ${option} instead`;
    return {
      ...{ line, column, field, found: '', expected: `the column ${column}`, message: text },
      [stated]: ['column', 'expected'],
      [compact]: lacks && { text, remedies: [], lacks: { ...lacks, option } },
    };
  };
  // A shop's export has columns of its own, so people read what it does not say.
  const lackOf = (field: string, column = field): Lack =>
    preset === undefined ? { kind: 'column', name: column } : { kind: 'field', name: field };
  return layout.ordered.flatMap((target) => {
    const { name, section } = target;
    if (isFilled(target)) return [];
    if (target.required) {
      const source = mapping?.fields[name];
      const wanted = source === undefined || preset === undefined ? '' : valueColumns(source).join(' or ');
      // The file may have a column of that name: a map reads only what it names.
      const isColumn = mapping === undefined || preset !== undefined || source !== undefined;
      if (wanted !== '') {
        const says = `the column ${wanted} of ${preset?.title} is missing, which ${name} is filled from`;
        return missing(target, wanted, says, { kind: 'column', name: wanted, of: preset?.title });
      }
      return isColumn
        ? missing(target, name, `the column ${name} is missing`, lackOf(name))
        : missing(target, name, `the map has no entry for ${name}`, { kind: 'entry', name });
    }
    const code = target.field === 'Country' ? layout.targets.get(`${section}.CountryCode`) : undefined;
    if (code === undefined || given(code)) return [];
    const either = `${name} or ${name}Code`;
    return missing(target, name, `the column ${either} is missing`, lackOf(name, either));
  });
}

/** One field of the body, and how to find its value in a row. */
export type FieldReader = ReturnType<typeof fieldReaders>[number];

/** One line of a row. */
export type LineReader = ColumnPlan['fields']['lines'][number];

/** How each row of a file is read, from its header: a value for each question. */
export type ColumnPlan = ReturnType<typeof planColumns>;

export type RowFields = ColumnPlan['fields'];

function fieldReaders({ layout, settings, options }: PlanInput, sources: Sources) {
  return layout.ordered.map((target) => {
    /** From `--set`; takes precedence over the column. */
    const constant = settings.get(target);
    const source = sources.get(target.name);
    const read = cellReader(target.type, source?.hasPoint ? { ...options, decimal: 'point' } : options);
    return { target, constant, source, read };
  });
}

/** Replaces the shop's SKUs with the warehouse's. */
function useSkus(sources: Sources, { skuOf }: ReturnType<typeof lineRules>): void {
  const source = sources.get('SKU');
  if (source === undefined) return;
  const text: BoundSource['text'] = (cells) => {
    const found = source.text(cells);
    return typeof found === 'string' ? skuOf(found) : found;
  };
  sources.set('SKU', { ...source, text });
}

/** Leaves a constant of a map to an option that was given on the command line. */
function preferOptions(sources: Sources, { layout, options, options: { fromProfile = {} } }: PlanInput) {
  const given = { [layout.warehouse]: 'warehouse', DispatchBy: 'dispatchWithin' } as const;
  for (const [field, option] of Object.entries(given)) {
    const isOnLine = options[option] !== undefined && fromProfile[option] === undefined;
    if (isOnLine && sources.get(field)?.header === undefined) sources.delete(field);
  }
}

/** Whether the file and the options give no billing address; then its other fields are ignored. */
function withoutBilling({ layout, settings }: PlanInput, sources: Sources): boolean {
  const street = layout.targets.get('BillingAddress.Address1');
  if (street === undefined || sources.has(street.name) || settings.has(street)) return false;
  for (const { name, section } of layout.ordered) if (section === 'BillingAddress') sources.delete(name);
  return true;
}

const isCurrencyBeside = ({ showsCurrency, mapping }: PlanInput, sources: Sources): boolean =>
  showsCurrency === true ||
  sources.get('PricePerUnit')?.currency !== undefined ||
  (mapping?.items ?? []).some(
    ({ PricePerUnit: price }) =>
      typeof price === 'object' && 'number' in price && price.number?.currency === true,
  );

/** Finds the column that fills each field of a header in this line, and the problems, of which `absent` are fields without one. */
export function bindFields(header: Header, line: number, input: PlanInput) {
  const { layout, map, mapping, options } = input;
  const problems: DocumentProblem[] = [];
  // Who only removes a column that says what was cancelled would send it.
  const others = fromShops[layout.kind] ? [`a map reads other columns: ${input.remedy}`] : [];
  const add = (column: string, message: string, expected: string, short?: Omit<Compact, 'text'>): void => {
    // Several members may read the same column.
    if (problems.some((other) => other.message === message)) return;
    problems.push({
      ...{ line, column, found: column, expected, message, [stated]: ['found', 'expected'] },
      [compact]: short && { text: message, ...short },
    });
  };
  const report: HeaderReport = (column, message, expected, lacks) =>
    add(column, message, expected, lacks && { remedies: lacks.kind === 'unknown' ? others : [], lacks });
  /** Reports a column that the map reads and the file lacks. */
  const reportAbsent: HeaderReport = (column, message, expected) =>
    add(column, message, expected, fromShops[layout.kind] ? { remedies: [input.remedy] } : undefined);
  const { skuMap = new Map() } = options;
  const { sku: own = new Map() } = mapping ?? {};
  const rules = lineRules(own.size > 0 ? new Map([...own, ...skuMap]) : skuMap, options);
  const sources =
    mapping === undefined
      ? namedSources(header, layout, report)
      : mappedSources(header, layout, mapping, options, report);
  if (map !== undefined) checkMapColumns(header, map, report, reportAbsent);
  preferOptions(sources, input);
  useSkus(sources, rules);
  const copiesBilling = withoutBilling(input, sources);
  const currencyBeside = isCurrencyBeside(input, sources);
  const absent = absentFields(input, line, sources, { copiesBilling, currencyBeside });
  addAll(problems, absent);
  return { problems, report, rules, sources, copiesBilling, currencyBeside, absent };
}

/** Reads a header: how each field is filled, and its problems. `line` is its physical line. */
export function planColumns(header: Header, line: number, input: PlanInput) {
  const { layout, options, mapping, preset } = input;
  const bound = bindFields(header, line, input);
  const { problems, report, rules, sources, copiesBilling, currencyBeside, absent } = bound;
  const dates = dateColumns(sources, layout, options);
  const fields = fieldReaders(input, sources);
  const hasValue = ({ source, constant }: FieldReader): boolean => (source ?? constant) !== undefined;
  const isUsed = (field: FieldReader): boolean =>
    hasValue(field) || (field.target.name === 'PricePerUnit' && options.prices !== undefined);
  const checks = orderChecks(header, input);
  const lineOf = (own: Sources, isBlank: (cells: readonly string[]) => boolean) => ({
    fields: fieldReaders(input, own).filter((field) => field.target.perLine && isUsed(field)),
    quantity: own.get('Qty'),
    /** The currency beside the price in a row, if no column gives the currency. */
    currency: own.get('PricePerUnit')?.currency,
    isBlank,
  });
  /** The lines that a row can have: one, or one for each set of `$items` that has a cell. */
  const lines = (mapping?.items ?? []).map((item) => {
    const ofItem = mappedSources(header, layout, { fields: item }, options, report);
    useSkus(ofItem, rules);
    const columns = Object.values(item).flatMap((source) => findColumns(header, valueColumns(source)));
    return lineOf(new Map([...sources, ...ofItem]), (cells) => firstFilled(cells, columns) === '');
  });
  return {
    fields: {
      header,
      reference: fields.find(({ target }) => target.name === layout.reference) as FieldReader,
      /** In the schema's order. */
      ofDocument: fields.filter((field) => !field.target.perLine && isUsed(field)),
      lines: lines.length === 0 ? [lineOf(sources, () => false)] : lines,
      /** Indexes of columns without a name, which must stay blank. */
      nameless: header.names.flatMap((name, index) => (name === '' ? [index] : [])),
    },
    /** If there are problems, no document in the file may be sent. */
    faults: {
      problems,
      /** Required fields without a column; reported once, for the header. */
      absent: new Set(absent.map(({ field = '' }) => field)),
    },
    /** How blank fields are filled, and which fields may differ between the rows of a document. */
    filling: {
      /** The file has no billing address: the delivery address is used. */
      copiesBilling,
      deliveryFromBilling: mapping?.deliveryFromBilling === true && !copiesBilling,
      numbersLines: !fields.some((field) => field.target.field === 'OrderLineNumber' && hasValue(field)),
      /** A currency is beside the prices, or in their format, and no column gives it. */
      currencyBeside,
      /** The lines of an order may have different dispatch times; the earliest is used. */
      takesEarliestDispatch: preset !== undefined,
    },
    choice: rowChoice(header, input, sources, checks.notes),
    checks,
    dates,
    lineRules: rules,
    repeats: repeatsOf(header, sources, input),
  };
}
