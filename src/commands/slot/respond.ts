import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { isZonedTime } from '../../contract/primitives.ts';
import { declined, usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { fieldsOf } from '../../text/records.ts';
import { askForAnswer } from './answer.ts';
import type { respondCommand } from './definition.ts';
import { slotPhase } from './record.ts';
import { type Answer, noOffer, respond } from './send-answer.ts';
import { nextStep, slotBlocks, slotCsv } from './view.ts';
import { rememberReferences } from './watch/last-reported.ts';

type SlotRespondOptions = OptionsOf<typeof respondCommand>;

/** Answers the warehouse's offer: takes it, or proposes another time; on a terminal it asks which. */
export async function run(context: Context, options: SlotRespondOptions): Promise<Result> {
  const said = answerOf(options);
  if (said === undefined && !context.settings.interactive) {
    throw usageError('missing --accept or --counter TIME', 'cfi help slot respond');
  }
  const api = await openApi(context);
  try {
    const answer = said ?? (await asked(context, api, options.ref));
    const { answer: sent, slot } = await respond(api, options.ref, answer);
    await rememberReferences(context, api, [slot]);
    return {
      data: sent.data,
      blocks: slotBlocks(slot),
      csv: { columns: slotCsv, rows: [slot] },
      notices: [nextStep(slot)].filter((line) => line !== undefined),
    };
  } finally {
    await api.close();
  }
}

/** The answer that the options give; undefined when they give none. */
function answerOf({ accept, counter, comment }: SlotRespondOptions): Answer | undefined {
  if (accept === true && counter !== undefined) throw usageError('--accept and --counter do not go together');
  if (counter === undefined && comment !== undefined) throw usageError('--comment goes with --counter TIME');
  if (counter === undefined) return accept === true ? {} : undefined;
  if (!isZonedTime(counter)) {
    throw usageError(
      `--counter ${JSON.stringify(counter)} is not a time with its offset`,
      'write it as 2026-09-04T13:00:00+01:00',
    );
  }
  return { counter, ...(comment === undefined ? {} : { comment }) };
}

async function asked(context: Context, api: Api, reference: string): Promise<Answer> {
  const slot = fieldsOf((await api.call('getSlot', { params: { slotReference: reference } })).data);
  if (slotPhase(slot) !== 'answer-needed')
    throw noOffer(reference, `slot ${reference} has no open offer`, {});
  const answer = await askForAnswer(context, { slotReference: reference, ...slot });
  if (answer === undefined) throw declined('the offer is left open; nothing was sent');
  return answer;
}
