import { CfiError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { readIfPossible } from '../slot/answer/ask-answer.ts';
import { isSameOffer, openOffer, slotReference } from '../slot/record.ts';
import { slotSections } from '../today/sections.ts';
import { clockText } from '../today/times.ts';
import { type Action, act } from './act.ts';
import { keysIn } from './keys.ts';
import { createPolling, type PollingWorld } from './polling.ts';
import { type Effect, press } from './press.ts';
import { type BoardState, currentRow, firstState } from './state.ts';

/** What a board needs. The notices and warnings of `context` are shown on the message line, not written to the terminal. */
export interface BoardWorld extends PollingWorld {
  show(state: BoardState): void;
  /** The height of the screen. */
  rows(): number;
  /** Resolves when everything typed so far has been read. */
  drained(): Promise<void>;
  /** Gives the terminal back to the shell until the user continues the board. */
  suspend(): void;
}

/** A running board. */
export interface BoardSession {
  /** Handles input from the terminal. */
  input(text: string): void;
  /** Draws again, as after a resize. */
  redraw(): void;
  /** Shows a message on the message line. */
  say(line: string): void;
  /** Ends the board. */
  end(exitCode: number): void;
  /** The exit code; rejects when the program breaks. */
  readonly ended: Promise<number>;
  /** Waits for an action that was in progress at the end; its message, its error, or undefined if there was none. */
  lastOutcome(): Promise<string | CfiError | undefined>;
}

/** Starts a board: it reads the slots at once and then at intervals, and performs the actions of keys one at a time. */
export function startBoard(world: BoardWorld): BoardSession {
  const { api, context } = world;
  let settle: { resolve(code: number): void; reject(error: unknown): void };
  const ended = new Promise<number>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const broken = (error: unknown): void => {
    stop();
    settle.reject(error);
  };
  const polling = createPolling(world, {
    begins() {
      changed = [];
    },
    ends(refresh) {
      const { nextUpdateAt } = refresh;
      if ('failure' in refresh) update({ failure: refresh.failure, nextUpdateAt });
      else {
        const all = changed.reduce(withSlot, refresh.slots);
        const { short, updatedAt } = refresh;
        const cursor = heldRow();
        update({ ...take(all, short), cursor, failure: undefined, updatedAt, nextUpdateAt });
      }
      withdrawQuestion();
    },
    broken,
  });
  let slots: readonly Fields[] = [];
  /** The slots that actions have changed since the last refresh began; its list may be older. */
  let changed: readonly Fields[] = [];
  let state = firstState(polling.now());
  /** The row on which a refresh has kept the cursor, because the user has not moved it. */
  let held: string | undefined;
  /** Keys typed before a question appears do not answer it. */
  let deaf = false;
  let over = false;
  let acting: Promise<void> = Promise.resolve();
  let lastOutcome: string | CfiError | undefined;

  const update = (changes: Partial<BoardState>): void => {
    if (over) return;
    state = { ...state, ...changes, now: polling.now() };
    world.show(state);
  };
  const stop = (): void => {
    over = true;
    polling.stop();
  };
  const end = (exitCode: number): void => {
    stop();
    settle.resolve(exitCode);
  };
  const guarded = (work: Promise<void>): void => void work.catch(broken);

  const take = (all: readonly Fields[], short: readonly Fields[]): Partial<BoardState> => {
    slots = all;
    const { arrived: _, ...sections } = slotSections(all, polling.now(), world.days);
    return { overview: { ...sections, short } };
  };
  const replace = (slot: Fields): void => {
    changed = withSlot(changed, slot);
    // An answered slot goes to another section; a cursor that has not been moved stays at the top, on the next offer.
    const leaves = slotReference(slot) === held && state.cursor === held && openOffer(slot) === undefined;
    const cursor = leaves ? undefined : state.cursor;
    update({ ...take(withSlot(slots, slot), state.overview.short), cursor });
  };

  /** The row under the cursor: a refresh must not put another one there just before a key is pressed. */
  const heldRow = (): string | undefined => {
    const key = currentRow(state)?.key;
    if (state.cursor === undefined || state.cursor === held) held = key;
    return key;
  };

  /** Drops a question about an offer that has changed. */
  const withdrawQuestion = (): void => {
    const { question } = state;
    if (question?.offer === undefined) return;
    const slot = slots.find((each) => slotReference(each) === question.reference);
    if (slot !== undefined && isSameOffer(question.offer, openOffer(slot))) return;
    update({
      question: undefined,
      message: `the offer for ${question.reference} has changed; nothing was sent`,
    });
  };

  const refreshNow = (): void => {
    const left = polling.untilAllowed();
    if (left === undefined) update({ message: 'refreshing' });
    else if (left === 0) polling.refresh();
    else {
      const next = clockText(polling.now() + left);
      update({ message: `the service allows the next refresh at ${next}` });
    }
  };

  const perform = async (effect: Action): Promise<void> => {
    update({ busy: 'waiting for the service', message: '' });
    try {
      const { message, slot, page, question } = await act(context, api, effect);
      if (over) lastOutcome = message;
      if (slot !== undefined) replace(slot);
      update({
        busy: undefined,
        message: message ?? '',
        ...(page === undefined
          ? {}
          : { page, pageTop: 0, ...('row' in effect ? { pageRow: effect.row } : {}) }),
      });
      if (question !== undefined) askAfter({ ...state, question });
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      await readAgain(effect, error);
      if (over) lastOutcome = error;
      const { hint, errors, saysProblem } = error.details;
      const more = saysProblem ? hint : (errors?.[0]?.message ?? hint);
      update({ busy: undefined, message: more === undefined ? error.message : `${error.message} (${more})` });
    }
  };

  /** Lays an open record out again for the width of the screen; its lines would otherwise be cut. */
  const layOut = async (): Promise<void> => {
    const { pageRow } = state;
    if (pageRow === undefined) return;
    const { page } = await act(context, api, { do: 'details', row: pageRow });
    if (page !== undefined && state.pageRow === pageRow) update({ page });
  };

  /** Until the next refresh, the row must not show as open what may have been answered, by us or by somebody else. */
  const readAgain = async (effect: Action, { code, details }: CfiError): Promise<void> => {
    const mayDiffer = details.maybeSent === true || ['conflict', 'partial'].includes(code);
    if (!mayDiffer || !('reference' in effect) || over) return;
    const slot = await readIfPossible(api, effect.reference).catch((failed: unknown) => {
      if (!(failed instanceof CfiError)) throw failed;
    });
    if (slot !== undefined) replace(slot);
  };

  const start = (effect: Effect): void => {
    switch (effect.do) {
      case 'quit':
        end(effect.exitCode);
        break;
      case 'suspend':
        world.suspend();
        break;
      case 'refresh':
        refreshNow();
        break;
      default:
        acting = perform(effect);
        guarded(acting);
    }
  };

  /** Shows a question once everything typed before it has been discarded. */
  const ask = async ({ question, entry, message }: BoardState): Promise<void> => {
    await world.drained();
    deaf = false;
    update({ question, entry, message });
  };

  const askAfter = (next: BoardState): void => {
    deaf = true;
    guarded(ask(next));
  };

  const input = (text: string): void => {
    for (const key of keysIn(text)) {
      if (over) return;
      if (deaf && key !== 'ctrl-c' && key !== 'ctrl-z') continue;
      const { state: next, effect, asks = false } = press(state, key, world.rows());
      if (asks) {
        askAfter(next);
        continue;
      }
      state = next;
      update({});
      if (effect !== undefined) start(effect);
    }
  };

  update({});
  polling.refresh();
  return {
    input,
    redraw() {
      update({});
      guarded(layOut());
    },
    say: (message) => update({ message }),
    end,
    ended,
    lastOutcome: () => acting.then(() => lastOutcome),
  };
}

/** The slots, with this one replacing its earlier record. */
function withSlot(slots: readonly Fields[], slot: Fields): readonly Fields[] {
  const reference = slotReference(slot);
  return [...slots.filter((each) => slotReference(each) !== reference), slot];
}
