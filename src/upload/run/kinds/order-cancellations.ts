import { isName, recordOf } from '../../../client/api/records.ts';
import { type Api, type ApiResponse, type Attempt, unreadable } from '../../../client/types.ts';
import { type Fields, field, textField } from '../../../text/records.ts';
import { common, type Finding, reasonOf, type Task } from '../work.ts';
import { accepted, isAbsent, isDone, type Kind, readRecord } from './kind.ts';

const statusOf = (record: Fields): string | undefined => textField(record, 'Status', 'OrderStatus', 'State');

/** Whether a record says that its order is cancelled. */
export const isCancelled = (record: Fields): boolean => /^\s*cancell?ed\s*$/i.test(statusOf(record) ?? '');

const nameIn = (id: unknown, member: 'UUID' | 'Number'): string | undefined => {
  const name = field(id, member);
  return isName(name) ? String(name) : undefined;
};

const isMissing = (made: Attempt): made is Extract<Attempt, { kind: 'refusal' }> =>
  made.kind === 'refusal' && made.status === 404;

const post = (
  api: Api,
  order_id: string,
  { document: { body } }: Task,
  signal: AbortSignal,
): Promise<Attempt> =>
  api.attempt('cancelOrder', { params: { order_id }, body: body === '{}' ? undefined : body, signal });

type Read = Awaited<ReturnType<typeof readRecord>>;

/** What to do where an order could not be read: nothing was done by another name, and it is not known that there is none. */
function unread(made: Exclude<Read, { kind: 'answer' }>): Attempt {
  if (made.kind === 'failure' && made.reason === 'aborted') return { ...made, maybeSent: false };
  if (made.kind === 'refusal' && common(made) !== undefined) return made;
  const why = made.kind === 'cannot-tell' ? made.error : reasonOf(made).error;
  return unreadable(
    `the service does not find it by its reference, and its record cannot be read: ${why}`,
    false,
  );
}

/**
 * Cancellations of orders, by their references. The specification does not say which identifier the service takes: if it
 * does not find an existing order by its reference, the UUID is tried, and then the number, unless they may be the reference
 * of another order. Only a record with the reference confirms a cancellation.
 */
export const orderCancellations: Kind<'cancel'> = {
  name: 'cancel',
  rules: { retryableIsClean: false, conflictIsDuplicate: false, isAct: true },
  oneByOne: true,
  async send(api, task, signal) {
    const { reference } = task;
    const made = await post(api, reference, task, signal);
    if (!isMissing(made)) return made;
    const recordAt = (name: string) => readRecord(api, 'getOrder', { referenceNumber: name }, signal);
    const own = ({ data }: ApiResponse) => recordOf(data, 'order', reference);
    const read = await recordAt(reference);
    if (isAbsent(read)) return made;
    if (read.kind !== 'answer') return unread(read);
    const id = own(read.answer)?.OrderId;
    for (const name of [nameIn(id, 'UUID'), nameIn(id, 'Number')]) {
      if (name === undefined || name === reference) continue;
      const found = await recordAt(name);
      if (found.kind === 'answer' && own(found.answer) === undefined) continue;
      // A 404 unlike the service's own is that of something in front of it, and another order may have this name.
      const isNone = isAbsent(found) && found.foreign === made.foreign;
      if (found.kind !== 'answer' && !isNone) return unread(found);
      const other = await post(api, name, task, signal);
      if (!isMissing(other)) return other;
    }
    return made;
  },
  sent(made, { reference }) {
    if (made.kind !== 'answer') return made;
    const { data, status } = made.answer;
    const record = recordOf(data, 'order', reference);
    if (record !== undefined && (statusOf(record) === undefined || isCancelled(record)))
      return { kind: 'done', status, answer: data as Fields };
    return accepted;
  },
  async lookUp(api, { reference, start }, signal): Promise<Finding> {
    const made = await readRecord(api, 'getOrder', { referenceNumber: reference }, signal);
    // A service may hide a cancelled order; to cancel it again does no harm.
    if (isAbsent(made) && start !== 'send') return start === 'check' ? isDone : { kind: 'absent' };
    if (isAbsent(made)) return unreadable(made.error, false);
    if (made.kind !== 'answer') return made;
    const record = recordOf(made.answer.data, 'order', reference);
    if (record === undefined) return unreadable('the answer has no record of this order', false);
    return isCancelled(record) ? { ...isDone, record } : { kind: 'absent' };
  },
};
