import type { Layout, Target } from '../../document/layout.ts';
import type { Sources } from '../../mapping/column-sources.ts';
import { valueColumns } from '../../mapping/field-source.ts';
import type { PlanInput } from './plan-input.ts';

/** A required field without a column. */
interface AbsentField {
  readonly target: Target;
  readonly column: string;
  readonly message: string;
}

/** The options that fill fields without a column. */
interface Fillings {
  readonly copiesBilling: boolean;
  readonly currencyBeside: boolean;
}

function remedy({ name }: Target, layout: Layout): string {
  if (name === 'warehouse_name') return ' (or give --warehouse NAME)';
  if (name === 'DispatchBy') return ' (or give --dispatch-within DURATION)';
  if (name === 'PricePerUnit') return ' (or give --prices FILE)';
  return name === layout.warehouse || name === 'Currency' || name === 'PaymentStatus'
    ? ` (or give --set ${name}=VALUE)`
    : '';
}

/** The required fields without a column or an option, with the column that is missing. */
export function absentFields(
  { layout, settings, options, mapping, preset }: PlanInput,
  sources: Sources,
  { copiesBilling, currencyBeside }: Fillings,
): AbsentField[] {
  const given = (target: Target): boolean => sources.has(target) || settings.has(target);
  const isFilled = (target: Target): boolean =>
    given(target) ||
    (target.section === 'BillingAddress' && copiesBilling) ||
    (target.section === 'DeliveryAddress' && mapping?.deliveryFromBilling === true && !copiesBilling) ||
    (target.name === layout.warehouse && options.warehouse !== undefined) ||
    (target.name === 'DispatchBy' && options.dispatchWithin !== undefined) ||
    (target.name === 'Currency' && currencyBeside) ||
    (target.name === 'PricePerUnit' && options.prices !== undefined) ||
    target.field === 'OrderLineNumber';
  const absent: AbsentField[] = [];
  for (const target of layout.ordered) {
    const { name, section } = target;
    if (isFilled(target)) continue;
    if (target.required) {
      const source = preset && mapping?.fields[name];
      const wanted = source === undefined ? '' : valueColumns(source).join(' or ');
      const what =
        wanted === ''
          ? `the column ${name} is missing`
          : `${name} needs the column ${wanted} of ${preset?.title}, which is missing`;
      absent.push({ target, column: wanted || name, message: what + remedy(target, layout) });
    } else if (target.field === 'Country') {
      const code = layout.targets.get(`${section}.CountryCode`);
      if (code === undefined || given(code)) continue;
      absent.push({ target, column: name, message: `the column ${name} or ${name}Code is missing` });
    }
  }
  return absent;
}
