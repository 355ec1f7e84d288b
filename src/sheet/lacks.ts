import { askText } from '../cli/ask.ts';
import { durationMs } from '../cli/values.ts';
import { warehousesSeen } from '../client/auth/account.ts';
import { currencies } from '../contract/order.ts';
import { countryCodeFor } from '../payload/document/country-codes.ts';
import { chooseWarehouse } from '../report/warehouses.ts';
import { labelOf } from '../text/field-words.ts';
import { parseDuration } from '../text/time/time.ts';
import { isZone } from '../text/time/zone.ts';
import { withSource } from './edit.ts';
import type { Sheet } from './state.ts';

/** The choice that decides nothing. It comes first, so that Enter alone never does. */
export const later = { value: 'later', name: 'decide later' } as const;

async function askWarehouse({ context, prompts }: Sheet): Promise<string> {
  const message = 'Which warehouse ships these orders?';
  const known = warehousesSeen(context);
  const other = 'other';
  const choices = [
    ...known.map((value) => ({ value })),
    { value: other, name: 'another one: type its name' },
  ];
  const chosen = known.length === 0 ? other : await prompts.choose({ message, choices });
  const name = chosen === other ? await askText(prompts, { message }) : chosen;
  return known.length === 0 || known.includes(name) ? name : chooseWarehouse(context, name, known);
}

/** Asks for the time zone of times without one. */
export async function askTimezone(sheet: Sheet): Promise<void> {
  const timezone = await askText(sheet.prompts, {
    message: 'Which time zone are the times in?',
    check: (zone) => isZone(zone) || 'an IANA zone, for example Europe/London or Europe/Berlin',
    default: 'Europe/London',
  });
  sheet.answers = { ...sheet.answers, timezone };
}

async function askHowSoon(sheet: Sheet): Promise<void> {
  const answer = await askText(sheet.prompts, {
    message: 'How soon after it was placed must an order leave?',
    check: (text) => parseDuration(text) !== undefined || 'for example 36h, 2d or 90m',
    default: '36h',
  });
  sheet.answers = { ...sheet.answers, dispatchWithin: durationMs('--dispatch-within', answer) };
}

/** What is the same for every order, for fields of which there are few values. */
const known: Readonly<Record<string, readonly { readonly value: string; readonly name?: string }[]>> = {
  Currency: currencies.map((value) => ({ value })),
  PaymentStatus: [
    { value: 'PAID', name: 'all orders that are sent are paid' },
    { value: 'UNPAID', name: 'none of them is paid yet' },
  ],
};

/** Asks for the value that a field has in every order, and fills it. */
export async function askConstant(sheet: Sheet, field: string): Promise<void> {
  const { prompts } = sheet;
  const fill = (name: string, value: string): void =>
    sheet.edit(withSource(sheet.members, { [name]: { const: value } }));
  const choices = known[field];
  if (choices !== undefined) {
    const message = field === 'PaymentStatus' ? 'Are these orders paid?' : `What is the ${labelOf(field)}?`;
    const chosen = await prompts.choose({ message, choices: [later, ...choices] });
    if (chosen !== later.value) fill(field, chosen);
  } else if (field === 'warehouse_name') fill(field, await askWarehouse(sheet));
  else if (field === 'DeliveryAddress.Country') {
    const message = 'The code of the country to which all orders go';
    const isCode = (text: string): true | string =>
      countryCodeFor(text.toUpperCase()) === undefined || 'a code of two letters, for example GB or DE';
    fill('DeliveryAddress.CountryCode', (await askText(prompts, { message, check: isCode })).toUpperCase());
  } else fill(field, await askText(prompts, { message: `The ${labelOf(field)} of every order` }));
}

/** Asks for what a file has no column for. */
export const askSeldom = (sheet: Sheet, field: string): Promise<void> =>
  field === 'DispatchBy' ? askHowSoon(sheet) : askConstant(sheet, field);
