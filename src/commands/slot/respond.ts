import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/session.ts';
import { slotPhase } from '../../client/slots.ts';
import type { Api, ApiAnswer } from '../../client/types.ts';
import { isZonedTime } from '../../contract/primitives.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, field, fieldsOf } from '../../text/records.ts';
import { remember } from './seen.ts';
import { nextStep, slotBlocks, slotColumns } from './view.ts';

export interface SlotRespondOptions {
  readonly ref: string;
  readonly accept?: boolean;
  readonly counter?: string;
  readonly comment?: string;
}

/** Answers the warehouse's offer: takes it, or proposes another time. */
export async function run(context: Context, options: SlotRespondOptions): Promise<Result> {
  if ((options.accept === true) === (options.counter !== undefined)) {
    throw usageError('say --accept or --counter TIME, one of them');
  }
  if (options.counter === undefined && options.comment !== undefined) {
    throw usageError('--comment goes with --counter');
  }
  if (options.counter !== undefined && !isZonedTime(options.counter)) {
    throw usageError(
      `--counter ${JSON.stringify(options.counter)} is not a time with its zone`,
      'write it as 2026-09-04T13:00:00+01:00',
    );
  }
  const api = await openApi(context);
  try {
    const { answer, slot } = await respond(api, options.ref, options);
    await remember(context, api, [slot]);
    return {
      data: answer.data,
      blocks: slotBlocks(slot),
      csv: { columns: slotColumns, rows: [slot] },
      notices: [nextStep(slot)].filter((line) => line !== undefined),
    };
  } finally {
    await api.close();
  }
}

/**
 * Sends the answer and reads the slot as it then stands, for whether the answer holds the record or only the schedule
 * is not published.
 */
export async function respond(
  api: Api,
  reference: string,
  options: Pick<SlotRespondOptions, 'counter' | 'comment'>,
): Promise<{ answer: ApiAnswer; slot: Fields }> {
  const body =
    options.counter === undefined
      ? { action: 'accept' }
      : {
          action: 'counter',
          proposedTime: options.counter,
          ...(options.comment === undefined ? {} : { comment: options.comment }),
        };
  const params = { slotReference: reference };
  const answer = await sendAnswer(api, params, body);
  const shown = fieldsOf(answer.data);
  const slot =
    field(shown, 'slotReference') === undefined ? (await api.call('getSlot', { params })).data : shown;
  return { answer, slot: fieldsOf(slot) };
}

async function sendAnswer(api: Api, params: { slotReference: string }, body: unknown): Promise<ApiAnswer> {
  try {
    return await api.call('respondToSlot', { params, body });
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'conflict') throw error;
    const slot = fieldsOf((await api.call('getSlot', { params })).data);
    const waiting = slotPhase(slot) === 'answer-needed';
    throw new CfiError('conflict', error.message, {
      ...error.details,
      hint: waiting
        ? `the schedule changed meanwhile; read it again, then answer: cfi slot get ${params.slotReference}`
        : `there is no open offer to answer; see where it stands: cfi slot get ${params.slotReference}`,
    });
  }
}
