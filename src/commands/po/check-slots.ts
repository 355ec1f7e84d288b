import type { Api } from '../../client/types.ts';
import { CfiError, type FieldProblem, stated } from '../../errors.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import type { Spool } from '../../upload/terms/spool.ts';
import { readSlot } from '../slot/read-slot.ts';

/** A purchase order inherits these from its slot: it may repeat but not contradict them. */
const inherited = ['deliveryType', 'loadingType'] as const;

/**
 * Compares each purchase order with its slot before anything is sent. Throws `invalid-input` with every contradiction. If
 * the slot is not found, the service rejects it later.
 */
export async function checkSlots(api: Api, spool: Spool): Promise<void> {
  const slots = new Map<string, Fields | undefined>();
  const errors: FieldProblem[] = [];
  for (const document of spool.documents('sendable')) {
    const body = fieldsOf(JSON.parse(document.body));
    const reference = textField(body, 'slotReference');
    if (reference === undefined || inherited.every((name) => body[name] === undefined)) continue;
    if (!slots.has(reference)) slots.set(reference, await slotIfFound(api, reference));
    const problems = contradictions(body, reference, slots.get(reference));
    errors.push(...problems.map((problem) => ({ ...problem, reference: document.reference })));
  }
  const [first] = errors;
  if (first === undefined) return;
  const message =
    errors.length === 1
      ? first.message
      : `${errors.length} values contradict the slots of their purchase orders`;
  throw new CfiError('invalid-input', message, {
    hint: 'omit the field to use the value of the slot; nothing was sent',
    ...(first.field === undefined ? {} : { field: first.field }),
    errors,
    saysProblem: errors.length === 1,
  });
}

async function slotIfFound(api: Api, reference: string): Promise<Fields | undefined> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (error instanceof CfiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function contradictions(body: Fields, reference: string, slot: Fields | undefined): FieldProblem[] {
  return inherited.flatMap((field) => {
    const [said, declared] = [textField(body, field), textField(slot, field)];
    if (said === undefined || declared === undefined || said === declared) return [];
    const message = `${field} is ${said}, but slot ${reference} has ${declared}`;
    return [{ field, found: said, expected: declared, message, [stated]: ['found', 'expected'] }];
  });
}
