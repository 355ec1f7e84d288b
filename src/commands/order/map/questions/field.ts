import { currencies } from '../../../../contract/order.ts';
import { hasCountryCodes } from '../../../../payload/proposal/column-content.ts';
import {
  backChoice,
  chosenColumn,
  columnChoices,
  columnValue,
  goBack,
  leaveOpen,
  proposalFor,
} from '../answers.ts';
import { questionOf } from '../view.ts';
import { dayQuestion } from './day.ts';
import type { Question, Talk } from './question.ts';
import { withinQuestion } from './typed-answers.ts';

/** Columns that other fields already use. */
const usedBy = ({ proposal: { draft } }: Talk): Set<string> =>
  new Set([...draft.fields.values()].flatMap(({ columns }) => columns));

/** Fields that can have the same value for all orders, with the choices. */
const constants: Readonly<Record<string, readonly (readonly [value: string, name: string])[]>> = {
  Currency: currencies.map((code) => [code, `always ${code}`] as const),
  PaymentStatus: [
    ['PAID', 'yes, every order that is sent is paid'],
    ['UNPAID', 'no order is paid yet'],
  ],
};
const constantPrefix = 'const:';
const later = 'later';

/** Which column fills a field. */
export const fieldQuestion = (field: string): Question => ({
  id: field,
  async ask(talk) {
    const { draft, columns } = talk.proposal;
    const proposed = draft.fields.get(field);
    const [first] = proposed?.columns ?? [];
    const fixed = (constants[field] ?? []).map(([value, name]) => ({
      value: `${constantPrefix}${value}`,
      name,
    }));
    const rest = columnChoices(columns, usedBy(talk), first);
    const keeps =
      (proposed?.columns.length ?? 0) > 1
        ? [{ value: 'keep', name: proposed?.columns.join(' + ') ?? '' }]
        : [];
    const answer = await talk.prompts.choose({
      message: questionOf(field),
      choices: [
        ...keeps,
        ...(first === undefined ? fixed : []),
        ...(field === 'DispatchBy'
          ? [{ value: later, name: 'none: a fixed time after the order was placed' }]
          : []),
        ...rest,
        ...(first === undefined ? [] : fixed),
        { value: leaveOpen, name: 'none of these: leave it open' },
        backChoice,
      ],
      ...(keeps.length > 0
        ? { default: 'keep' }
        : first === undefined
          ? {}
          : { default: columnValue(first) }),
    });
    if (answer === goBack) return false;
    if (answer === 'keep') return true;
    if (answer === later) return withinQuestion.ask(talk);
    draft.fields.delete(field);
    if (answer.startsWith(constantPrefix)) {
      const entry = { const: answer.slice(constantPrefix.length) };
      draft.fields.set(field, { entry, confidence: 'sure', columns: [] });
      return true;
    }
    const column = chosenColumn(answer, columns);
    if (column === undefined) return true;
    const target =
      field === 'DeliveryAddress.Country' && hasCountryCodes(column) ? 'DeliveryAddress.CountryCode' : field;
    draft.fields.set(target, proposalFor(target, column, talk.decimal));
    return dayQuestion(target).ask(talk);
  },
});
