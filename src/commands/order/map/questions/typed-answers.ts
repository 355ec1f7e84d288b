import { durationMs } from '../../../../cli/values.ts';
import { CfiError } from '../../../../errors.ts';
import { needsTimezone } from '../../../../payload/proposal/propose.ts';
import { isZone } from '../../../../text/time/zone.ts';
import { askText, type Question } from './question.ts';

const isDuration = (text: string): true | string => {
  try {
    durationMs('it', text);
    return true;
  } catch (error) {
    if (error instanceof CfiError) return 'for example 36h, 2d or 90m';
    throw error;
  }
};

/** Asks how long after the order was placed it must be dispatched. */
export const withinQuestion: Question = {
  id: 'dispatch-within',
  async ask(talk) {
    const text = await askText(
      talk,
      'How soon after the order was placed must it be dispatched?',
      '36h',
      isDuration,
    );
    if (text === undefined) return false;
    talk.proposal.draft.fields.delete('DispatchBy');
    talk.answers.dispatchWithin = durationMs('--dispatch-within', text);
    return true;
  },
};

/** Asks which warehouse ships the orders. */
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

/** Asks which time zone the shop's times are in. */
export const timezoneQuestion = (initial: string): Question => ({
  id: 'timezone',
  isNeeded: ({ proposal }) => needsTimezone(proposal),
  async ask(talk) {
    const zone = await askText(
      talk,
      'Which time zone are the times in?',
      initial,
      (text) => isZone(text) || 'an IANA zone, for example Europe/London or Europe/Berlin',
    );
    if (zone === undefined) return false;
    talk.answers.timezone = zone;
    return true;
  },
});
