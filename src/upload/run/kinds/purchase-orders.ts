import { compareContent, recordOf, referenceOf } from '../../../client/api/records.ts';
import { allSlotsIn, notAList } from '../../../client/api/slot-list.ts';
import { type Api, type Attempt, unreadable } from '../../../client/types.ts';
import { type Fields, nameField, textField } from '../../../text/records.ts';
import type { Ids } from '../../terms/outcomes.ts';
import type { LateArrivals } from '../late-arrivals.ts';
import type { Finding, Progress, Sighting, Task } from '../work.ts';
import { bodyOf, creatingAt, isAbsent, type Kind, type KnownNumbers, readRecord, sentOf } from './kind.ts';

const poIds = (record: Fields): Ids => ({ number: nameField(record, 'lw_po_number') });

const withoutSlot = 'it cannot be looked up without a slot';
const ledgerLost = 'a run ledger that may have known it was lost, and ';

const lackingSlot = (error: string): Finding => ({ kind: 'cannot-tell', error, lacking: 'slotReference' });

const slotIn = (body: unknown): string | undefined => textField(body, 'slotReference');

interface Others extends KnownNumbers {
  /** Reads one by the service's number. */
  read(number: string): ReturnType<typeof readRecord>;
}

const nothingKnown: KnownNumbers = {
  ownerOf: () => undefined,
  numberOf: () => undefined,
  sawUsed: () => {},
};

const sightingOf = (number: string) => ({
  number,
  doubt: `its slot has shown ${number}, which cannot be read`,
});

const byNumber = (api: Api, signal: AbortSignal): Others['read'] => {
  return (poReference) => readRecord(api, 'getPurchaseOrder', { poReference }, signal);
};

/** A purchase order cannot be read by its own reference; its slot shows whether it exists. */
export const purchaseOrders: Kind<'purchase-order'> = {
  name: 'purchase-order',
  rules: {
    retryableIsClean: true,
    conflictIsDuplicate: false,
    remedy: 'ask the warehouse, and send it alone with --fresh if it does not exist',
  },
  oneByOne: true,
  send: creatingAt('createPurchaseOrder'),
  namesNoSlot: (document) => slotIn(bodyOf({ document })) === undefined,
  sent: (made, task) => sentOf(made, task, 'purchaseOrder', poIds),
  lookUp: (api, task, signal, progress) =>
    inItsSlot(api, task, signal, { read: byNumber(api, signal), ...nothingKnown }, progress),
  lookUpInRun: inOtherSlots,
};

/** A purchase order that its slot only names: its content is what was sent for this slot, if no other content was. */
function named(task: Task, progress: Progress | undefined): Finding {
  const own = bodyOf(task);
  const earlier = task.start === 'look-up' ? task.sent : [];
  const sent = [...(earlier ?? []), ...(progress?.maybeSent && progress.sends > 0 ? [own] : [])];
  const [first, ...others] = sent.filter((body) => slotIn(body) === slotIn(own));
  if (earlier === undefined || first === undefined) return { kind: 'found', comparison: nothingCompared };
  if (others.every((body) => compareContent(body, first).differing.length === 0))
    return { kind: 'found', comparison: compareContent(own, first) };
  return {
    kind: 'cannot-tell',
    error: 'its slot names it, but not which of the contents that were sent it has',
  };
}

async function inItsSlot(
  api: Api,
  task: Task,
  signal: AbortSignal,
  others: Others,
  progress: Progress | undefined,
): Promise<Finding> {
  const slotReference = slotIn(bodyOf(task));
  if (slotReference === undefined)
    return lackingSlot(task.start === 'check' ? ledgerLost + withoutSlot : withoutSlot);
  const made = await readRecord(api, 'getSlot', { slotReference }, signal);
  // The next run would not find it either.
  if (isAbsent(made) && made.foreign !== true) return lackingSlot('the service does not find its slot');
  if (made.kind !== 'answer') return made;
  const slot = recordOf(made.answer.data, 'slot', slotReference);
  if (slot === undefined) return unreadable('the answer has no record of this slot', false);
  const usedBy = nameField(slot, 'usedByPoReference');
  if (usedBy === undefined) return notInSlot(task);
  others.sawUsed(slotReference, sightingOf(usedBy));
  if (usedBy === task.reference) {
    // It cannot be read by its reference.
    const number = task.start === 'compare' ? others.numberOf(task.reference) : undefined;
    if (number !== undefined) return lookUpNumber(task, number, others);
    return named(task, progress);
  }
  return lookUpNumber(task, usedBy, others);
}

/** Proves nothing of changed content, because the file may name another slot than the purchase order has. */
const notInSlot = ({ start }: Task): Finding =>
  start === 'compare' ? { kind: 'cannot-tell', error: 'its slot does not show it' } : { kind: 'absent' };

/**
 * Reads the purchase order that a slot shows. A slot can have only one: if it is another one, ours was not created. Until
 * its record has been read, it may be ours.
 */
async function lookUpNumber(task: Task, number: string, { read, ownerOf }: Others): Promise<Finding> {
  const seen = sightingOf(number);
  const owner = ownerOf(number);
  if (owner !== undefined && owner !== task.reference)
    return { ...notInSlot(task), seen: { ...seen, reference: owner } };
  const made = await read(number);
  if (isUnknown(made)) return { kind: 'cannot-tell', error: seen.doubt, seen };
  if (made.kind !== 'answer') return { ...made, seen };
  const record = recordOf(made.answer.data, 'purchaseOrder', task.reference);
  if (record !== undefined) {
    const { differing, compared, unshown = [] } = compareContent(bodyOf(task), record);
    // The slot is part of the comparison, because the record was found by it.
    const hidden = unshown.filter((name) => name !== 'slotReference');
    return { kind: 'found', comparison: { differing, compared: compared + 1, unshown: hidden }, number };
  }
  const theirs = recordOf(made.answer.data, 'purchaseOrderNumber', number);
  const reference = theirs && referenceOf(theirs, 'purchaseOrder');
  if (reference !== undefined) return { ...notInSlot(task), seen: { ...seen, reference } };
  return { ...unreadable(`the answer has no record of ${number} with its PO_REFERENCE`, false), seen };
}

type Read = Awaited<ReturnType<typeof readRecord>>;

/** Whether the service itself says that it has no such purchase order. */
const isUnknown = (made: Read): boolean => isAbsent(made) && made.foreign !== true;

/** The look-up in any slot, for earlier runs: nothing keeps it single, so it is looked for as long as it may arrive. */
function inOtherSlots(known: KnownNumbers, late: LateArrivals): Kind['lookUp'] {
  let listing: Promise<Attempt> | undefined;
  const records = new Map<string, Read>();

  /** Read once for all look-ups of a run: what matters is what earlier runs sent. */
  async function slotsWith(references: readonly string[], list: () => Promise<Attempt>) {
    listing ??= list();
    const made = await listing;
    const slots = made.kind === 'answer' ? allSlotsIn(made.answer) : undefined;
    for (const [reference, slot] of slots ?? []) {
      const usedBy = nameField(slot, 'usedByPoReference');
      if (usedBy !== undefined) known.sawUsed(reference, sightingOf(usedBy));
    }
    // A list without the slots that there are cannot have all slots of this account.
    if (slots !== undefined && references.every((reference) => slots.has(reference))) return slots;
    listing = undefined;
    return made.kind === 'answer' ? unreadable(notAList, false) : made;
  }

  /** Reads a purchase order once for all look-ups of a run, unless the service failed. */
  const readOnce = (read: Others['read']): Others['read'] => {
    return async (number) => {
      const made = records.get(number) ?? (await read(number));
      if (made.kind === 'answer' || isUnknown(made)) records.set(number, made);
      return made;
    };
  };

  /** Looks elsewhere, after its own slot has said that it is `absent`. */
  async function search(
    absent: Finding,
    task: Task,
    seen: Sighting | undefined,
    { read, ...known }: Others,
    list: () => Promise<Attempt>,
  ): Promise<Finding> {
    const own = slotIn(bodyOf(task)) ?? '';
    const sentFor = (task.sent ?? []).map(slotIn);
    let ended = absent;
    if (seen?.number !== undefined && seen.reference === undefined) {
      ended = await lookUpNumber(task, seen.number, { read, ...known });
      const isOwn = sentFor.length > 0 && sentFor.every((slot) => slot === own);
      if (ended.kind !== 'absent') return isOwn ? ended : elsewhere(ended);
    }
    const others = { read: readOnce(read), ...known };
    const slots = await slotsWith([own, ...sentFor.filter((slot) => slot !== undefined)], list);
    if ('kind' in slots) return slots;
    for (const [reference, slot] of slots) {
      const usedBy = nameField(slot, 'usedByPoReference');
      if (reference === own || usedBy === undefined) continue;
      if (usedBy === task.reference) return elsewhere({ kind: 'found', comparison: nothingCompared });
      const { seen: inSlot, ...found } = await lookUpNumber(task, usedBy, others);
      if (found.kind === 'absent') continue;
      if (inSlot !== undefined && sentFor.includes(reference)) return { ...found, seen: inSlot };
      // Some services name it by the client's own reference, by which it cannot be read.
      if (!isUnknown(await others.read(usedBy))) return elsewhere(found);
    }
    // It has a slot now, but may exist without one.
    if (!sentFor.includes(undefined)) return ended;
    return lackingSlot('it may have been sent without a slot, and then no slot shows it');
  }

  return (api, task, signal, progress) => {
    const { reference, start, sent = [], sentBeforeMs = 0 } = task;
    const mayHaveOther = start === 'look-up' || start === 'check';
    const hasMoved = sent.some((body) => slotIn(body) !== slotIn(bodyOf(task)));
    if (start === 'look-up' && hasMoved) late.lostBefore(reference, sentBeforeMs);
    const others = { read: byNumber(api, signal), ...known };
    return late.whileAbsent(reference, signal, async () => {
      const found = await inItsSlot(api, task, signal, others, progress);
      if (found.kind !== 'absent' || !mayHaveOther) return found;
      if (hasMoved) listing = undefined;
      const list = () => api.attempt('listSlots', { signal });
      return search(found, task, progress?.seen, others, list);
    });
  };
}

const nothingCompared = { differing: [], compared: 0 };

/** What was found has another slot than the file says, whether or not its record shows the slot. */
function elsewhere(found: Finding): Finding {
  if (found.kind !== 'found') return found;
  const { differing, compared } = found.comparison;
  const fields = [...new Set([...differing, 'slotReference'])];
  return { ...found, comparison: { differing: fields, compared: compared + 1 } };
}
