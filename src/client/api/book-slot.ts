import type { SlotRequest } from '../../contract/slot.ts';
import { CfiError, mayPass } from '../../errors.ts';
import { type Fields, listIn, textField } from '../../text/records.ts';
import type { Api, ApiAnswer } from '../types.ts';
import { compareContent } from './compare-content.ts';

const waitsMs = [1_000, 2_000, 4_000, 8_000];

async function listSlots(api: Api): Promise<Map<string, Fields>> {
  const { data } = await api.call('listSlots');
  return new Map(
    listIn(data, 'slots', 'items').map((slot) => [textField(slot, 'slotReference') ?? '', slot]),
  );
}

/**
 * Books a slot, and never two: the slots are listed before, and when the answer is lost the list is read again. A slot
 * that was not there before and shows what was asked for is the one. Throws a `CfiError` when it was refused, or when
 * it cannot be found out; the error says so then.
 */
export async function bookSlotOnce(api: Api, request: SlotRequest): Promise<ApiAnswer> {
  const before = await listSlots(api);
  for (let retry = 0; ; retry++) {
    try {
      return await api.call('bookSlot', { body: request });
    } catch (error) {
      if (!(error instanceof CfiError) || !mayPass(error)) throw error;
      const waitMs = waitsMs[retry];
      await api.transport.wait(waitMs ?? 1_000);
      const booked = await findBooked(api, request, before, error);
      if (booked !== undefined) return { status: 200, headers: {}, data: booked, body: booked };
      if (waitMs === undefined)
        throw new CfiError(error.code, `${error.details.reason ?? error.message}; no slot was booked`, {
          ...error.details,
          maybeSent: false,
          hint: 'run the command again later',
        });
    }
  }
}

async function findBooked(
  api: Api,
  request: SlotRequest,
  before: ReadonlyMap<string, Fields>,
  cause: CfiError,
): Promise<Fields | undefined> {
  let after: ReadonlyMap<string, Fields>;
  try {
    after = await listSlots(api);
  } catch {
    throw new CfiError(cause.code, `${cause.message}; the list of slots could not be read either`, {
      ...cause.details,
      hint: 'look it up with cfi slot list before booking again, or it may be booked twice',
    });
  }
  return [...after].find(
    ([reference, slot]) => !before.has(reference) && compareContent(request, slot).differing.length === 0,
  )?.[1];
}
