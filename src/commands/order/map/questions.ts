import { durationMs } from '../../../cli/options/values.ts';
import type { Prompts } from '../../../cli/prompts.ts';
import { currencies } from '../../../contract/order.ts';
import { CfiError } from '../../../errors.ts';
import type { MapEntry } from '../../../payload/proposal/entries.ts';
import { needsTimezone, type Proposal } from '../../../payload/proposal/propose.ts';
import type { StatusMeaning } from '../../../payload/proposal/status-columns.ts';
import { isReason, leaveOutReasons } from '../../../payload/reasons.ts';
import { isZone } from '../../../text/time/zone.ts';
import {
  backChoice,
  chosenColumn,
  columnChoices,
  columnValue,
  goBack,
  hasCountryCodes,
  leaveOpen,
  proposalFor,
} from './answers.ts';
import { questionOf } from './view.ts';

/** What the conversation has come to besides the draft. */
export interface Answers {
  timezone?: string;
  dispatchWithin?: number;
}

/** What questions are asked with. */
export interface Talk {
  readonly prompts: Prompts;
  readonly proposal: Proposal;
  readonly answers: Answers;
  readonly decimal: 'point' | 'comma';
}

/** One question; false when the person wants to go back. */
export interface Question {
  readonly id: string;
  /** Whether it has to be asked, by what is known so far; always when left out. */
  isNeeded?(talk: Talk): boolean;
  ask(talk: Talk): Promise<boolean>;
}

const backHint = '< is back';

/** A text, or undefined for `<`. */
async function askText(
  { prompts }: Talk,
  message: string,
  initial: string | undefined,
  check: (text: string) => true | string,
): Promise<string | undefined> {
  const answer = await prompts.text({
    message: `${message} (${backHint})`,
    ...(initial === undefined ? {} : { default: initial }),
    validate: (text) =>
      text.trim() === '<' ? true : text.trim() === '' ? 'a value is needed' : check(text.trim()),
  });
  return answer.trim() === '<' ? undefined : answer.trim();
}

const isDuration = (text: string): true | string => {
  try {
    durationMs('it', text);
    return true;
  } catch (error) {
    if (error instanceof CfiError) return 'for example 36h, 2d or 90m';
    throw error;
  }
};

/** Columns that other fields use already. */
const usedBy = ({ proposal: { draft } }: Talk): Set<string> =>
  new Set([...draft.fields.values()].flatMap(({ columns }) => columns));

/** Fields whose value may be one for all orders, with the values offered. */
const constants: Readonly<Record<string, readonly (readonly [value: string, name: string])[]>> = {
  Currency: currencies.map((code) => [code, `always ${code}`] as const),
  PaymentStatus: [
    ['PAID', 'every order that is sent is paid'],
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
          ? [{ value: later, name: 'none: so long after the order was placed' }]
          : []),
        ...rest,
        ...(first === undefined ? [] : fixed),
        { value: leaveOpen, name: 'none of them: leave it open' },
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

/** How long after the order was placed it must leave. */
export const withinQuestion: Question = {
  id: 'dispatch-within',
  async ask(talk) {
    const text = await askText(talk, 'How soon must an order leave?', '36h', isDuration);
    if (text === undefined) return false;
    talk.proposal.draft.fields.delete('DispatchBy');
    talk.answers.dispatchWithin = durationMs('--dispatch-within', text);
    return true;
  },
};

/** Which warehouse ships the orders. */
export const warehouseQuestion: Question = {
  id: 'warehouse_name',
  async ask(talk) {
    const name = await askText(talk, 'Which warehouse ships these orders?', undefined, () => true);
    if (name === undefined) return false;
    talk.proposal.draft.fields.set('warehouse_name', {
      entry: { const: name },
      confidence: 'sure',
      columns: [],
    });
    return true;
  },
};

/** In which zone the shop writes its times. */
export const timezoneQuestion = (initial: string): Question => ({
  id: 'timezone',
  isNeeded: ({ proposal }) => needsTimezone(proposal),
  async ask(talk) {
    const zone = await askText(
      talk,
      'In which time zone does the shop write its times?',
      initial,
      (text) => isZone(text) || 'an IANA zone, for example Europe/London or Europe/Berlin',
    );
    if (zone === undefined) return false;
    talk.answers.timezone = zone;
    return true;
  },
});

/** The format of an entry for dates. */
const formatIn = (entry: MapEntry): string =>
  typeof entry === 'object' && typeof entry.date === 'string' ? entry.date : '';

/** Whether the day or the month comes first, where the dates leave that open. */
export const dayQuestion = (field: string): Question => ({
  id: `${field} day`,
  async ask({ prompts, proposal: { draft, columns } }) {
    const proposal = draft.fields.get(field);
    const column = columns.find(({ name }) => name === proposal?.columns[0]);
    if (proposal?.swapped === undefined || column?.dates?.swapped === undefined) return true;
    const { entry, swapped, ...rest } = proposal;
    const formats = [formatIn(entry), formatIn(swapped)];
    const answer = await prompts.choose({
      message: `${column.name} is written like ${column.cells[0] ?? ''}: which comes first?`,
      choices: [
        ...formats.map((format) => ({
          value: format.startsWith('D') ? 'day' : 'month',
          name: format.startsWith('D') ? `the day (${format})` : `the month (${format})`,
        })),
        backChoice,
      ],
    });
    if (answer === goBack) return false;
    const isOwn = answer === (formatIn(entry).startsWith('D') ? 'day' : 'month');
    const chosen = isOwn ? { entry, swapped } : { entry: swapped, swapped: entry };
    draft.fields.set(field, { ...rest, ...chosen, confidence: 'sure' });
    return true;
  },
});

const meanings: Readonly<Record<string, string>> = {
  cancelled: 'cancelled',
  refunded: 'refunded or returned',
  'partly-refunded': 'refunded in part',
  fulfilled: 'shipped already',
  unpaid: 'not paid yet',
  'on-hold': 'on hold: a person has to decide',
  pickup: 'collected by the buyer',
  'not-goods': 'needs no shipping',
};

/** What a word of a status column means. */
export const statusQuestion = (at: number, value: string): Question => ({
  id: `status ${at} ${value}`,
  async ask({ prompts, proposal: { draft } }) {
    const status = draft.statuses[at];
    const found = status?.values.find((each) => each.value === value);
    if (status === undefined || found === undefined) return true;
    const answer = await prompts.choose({
      message: `${status.column.name} is ${JSON.stringify(value)} in ${found.rows} ${found.rows === 1 ? 'row' : 'rows'}: what does that mean?`,
      choices: [
        { value: 'send', name: 'send the order' },
        ...leaveOutReasons
          .filter((reason) => meanings[reason] !== undefined)
          .map((reason) => ({ value: reason, name: `leave it out: ${meanings[reason] ?? reason}` })),
        backChoice,
      ],
      default: found.meaning ?? 'on-hold',
    });
    if (answer === goBack) return false;
    const meaning: StatusMeaning = answer === 'send' ? 'send' : isReason(answer) ? answer : undefined;
    const values = status.values.map((each) => (each.value === value ? { ...each, meaning } : each));
    draft.statuses = draft.statuses.with(at, { ...status, values });
    return true;
  },
});
