import { type Desk, defaultDays, deskOf, holdsOrders, type OrdersOfSlots } from '../../desk/desk.ts';
import { deliveredText, shortText } from '../../desk/po-record.ts';
import { readIfPossible } from '../../desk/read.ts';
import { agreedTime, openOffer, slotReference, usedBy } from '../../desk/slot-record.ts';
import { slotOrOffer } from '../../desk/slot-view.ts';
import { weekSteps } from '../../desk/week.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { spokenClock } from '../../text/time/spoken.ts';
import { inSlices } from '../../timers.ts';
import { type Action, act } from './act.ts';
import { createPolling, type PollingWorld } from './polling.ts';
import { keysIn, press } from './press.ts';
import { allRows, type BoardState, currentRow, type Effect, firstState, type Row, rowsOf } from './state.ts';
import type { BoardTerminal } from './terminal.ts';

/** Each offer rings, but a service that is broken does not ring all day. */
const mostRings = 10;

/** What a board needs. The notices and warnings of `context` are shown on the message line, not written to the terminal. */
interface BoardWorld extends PollingWorld, Omit<BoardTerminal, 'close' | 'aside'> {
  readonly account: string;
  readonly readOnly: boolean;
}

export type BoardSession = ReturnType<typeof startBoard>;

/** Starts a board: it reads the slots at once and then at intervals, and performs the actions of keys one at a time. */
export function startBoard(world: BoardWorld) {
  const { api, context, account, readOnly } = world;
  let ending: { resolve(code: number): void; reject(error: unknown): void };
  const ended = new Promise<number>((resolve, reject) => {
    ending = { resolve, reject };
  });
  const broken = (error: unknown): void => {
    stop();
    ending.reject(error);
  };
  const polling = createPolling(world, {
    begins() {
      changed = [];
    },
    ends(refresh) {
      const { nextUpdateAt } = refresh;
      if ('failure' in refresh) update({ failure: refresh.failure, nextUpdateAt });
      else {
        const { updatedAt } = refresh;
        orders = refresh.orders;
        // A refresh must not put another row under the cursor just before a key is pressed.
        const cursor = currentRow(state)?.id;
        const taken = changed.length === 0 ? refresh : take(changed.reduce(withSlot, refresh.slots));
        const { desk, slots } = taken;
        update({ desk, slots, news: newsIn(desk), cursor, failure: undefined, updatedAt, nextUpdateAt });
        guarded(layOutWeek());
      }
    },
    broken,
  });
  let orders: OrdersOfSlots = new Map();
  /** What the rows showed when the user last pressed a key, and at the last refresh; undefined before the first. */
  let lastSeen: ReadonlyMap<string, string> | undefined;
  let lastShown: ReadonlyMap<string, string> | undefined;
  /** The slots that actions have changed since the last refresh began; its list may be older. */
  let changed: readonly Fields[] = [];
  let state = firstState(polling.now(), { account, readOnly });
  /** Keys typed before a line of input appears do not fill it. */
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
    ending.resolve(exitCode);
  };
  const guarded = (work: Promise<void>): void => void work.catch(broken);

  const take = (slots: readonly Fields[]): Pick<BoardState, 'desk' | 'slots'> => ({
    desk: deskOf(slots, orders, polling.now(), defaultDays),
    slots,
  });
  /** The rows that are not as the user last saw them; rings for an offer that was not there at the last refresh. */
  const newsIn = (desk: Desk): ReadonlySet<string> => {
    const shown = signatures(desk);
    const isNew = (reference: string): boolean =>
      lastShown !== undefined && lastShown.get(reference) !== shown.get(reference);
    const offers = desk.needsAnswer.filter((slot) => isNew(slotReference(slot)));
    for (const slot of offers.slice(0, mostRings)) world.ring(slotOrOffer(slot, polling.now()));
    lastShown = shown;
    lastSeen ??= shown;
    const seen = lastSeen;
    return new Set([...shown].filter(([id, text]) => seen.get(id) !== text).map(([id]) => id));
  };
  const replace = (slot: Fields): void => {
    changed = withSlot(changed, slot);
    const before = rowsOf(state);
    const at = currentRow(state);
    const taken = take(withSlot(state.slots, slot));
    update({ ...taken, cursor: cursorAfter(before, at, rowsOf({ ...state, ...taken })) });
    // What the user did is no news to them.
    lastShown = lastShown === undefined ? undefined : signatures(state.desk);
    lastSeen = lastShown;
  };

  const refreshNow = (): void => {
    const left = polling.untilAllowed();
    if (left === undefined) update({ message: 'refreshing' });
    else if (left === 0) polling.refresh();
    else {
      const next = spokenClock(polling.now() + left, true);
      update({ message: `the service allows the next refresh at ${next}` });
    }
  };

  const perform = async (effect: Action): Promise<void> => {
    update({ busy: 'waiting for the service', message: '' });
    try {
      const { message, slot, page, entry } = await act({ context, api, slots: state.slots }, effect);
      if (over) lastOutcome = message;
      if (slot !== undefined) replace(slot);
      const covering = page === undefined ? {} : { page, pageTop: 0 };
      update({ busy: undefined, message: message ?? '', ...covering });
      if (entry !== undefined) askAfter({ ...state, entry });
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      // Ctrl-C at a question, or a signal.
      if (error.code === 'cancelled' && error.exitCode !== exitCodes.declined) end(error.exitCode);
      await readAgain(effect, error);
      if (over) lastOutcome = error;
      const { hint, errors, saysProblem } = error.details;
      const more = saysProblem ? hint : (errors?.[0]?.message ?? hint);
      update({ busy: undefined, message: more === undefined ? error.message : `${error.message}; ${more}` });
    }
  };

  /** Lays out the open week, step by step, from the slots and for the width of the screen. */
  const layOutWeek = async (): Promise<void> => {
    const { page: open, slots } = state;
    if (open?.kind !== 'week') return;
    const { monday } = open;
    const { columns } = world.size();
    const lines = await inSlices(weekSteps(slots, monday, polling.now(), columns));
    const { page } = state;
    const isStill = page?.kind === 'week' && page.monday === monday && state.slots === slots;
    if (isStill && world.size().columns === columns) update({ page: { ...page, lines } });
  };

  /** Lays an open page out again for the width of the screen; its lines would otherwise be cut. */
  const layOut = async (): Promise<void> => {
    await layOutWeek();
    const { page: open } = state;
    if (open?.kind !== 'lines' || open.row === undefined) return;
    const { page } = await act({ context, api, slots: state.slots }, { do: 'details', row: open.row });
    if (page !== undefined && state.page === open) update({ page });
  };

  /** Until the next refresh, the row must not show as open what may have been answered, by us or by somebody else. */
  const readAgain = async (effect: Action, { code, details }: CfiError): Promise<void> => {
    const mayDiffer = details.maybeSent === true || ['conflict', 'partial'].includes(code);
    if (!mayDiffer || holdsOrders(effect.row.kind) || over) return;
    const slot = await readIfPossible(api, effect.row.key).catch((failed: unknown) => {
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

  /** Opens a line of input once everything typed before it has been discarded. */
  const askAfter = ({ page, entry, message }: BoardState): void => {
    deaf = true;
    const shown = world.drained().then(() => {
      deaf = false;
      update({ page, entry, message });
    });
    guarded(shown);
  };

  const input = (text: string): void => {
    const { page: before } = state;
    for (const key of keysIn(text)) {
      if (over) return;
      if (deaf && key !== 'ctrl-c' && key !== 'ctrl-z') continue;
      lastSeen = lastShown;
      const { state: next, effect, asks } = press({ ...state, now: polling.now() }, key, world.size());
      if (asks) {
        askAfter(next);
        continue;
      }
      state = next;
      if (effect !== undefined) start(effect);
    }
    // Once for all of it: much may be pasted.
    update({});
    if (state.page !== before && state.page?.lines.length === 0) guarded(layOutWeek());
  };

  update({});
  polling.refresh();
  return {
    input,
    /** Draws again, as after a resize. */
    redraw(): void {
      update({});
      guarded(layOut());
    },
    say: (message: string): void => update({ message }),
    end,
    /** The exit code; rejects when the program breaks. */
    ended,
    /** Waits for an action that was in progress at the end; its message, its error, or undefined if there was none. */
    lastOutcome: (): Promise<string | CfiError | undefined> => acting.then(() => lastOutcome),
  };
}

/** The slots, with this one replacing its earlier record. */
function withSlot(slots: readonly Fields[], slot: Fields): readonly Fields[] {
  const reference = slotReference(slot);
  return [...slots.filter((each) => slotReference(each) !== reference), slot];
}

/** The row under the cursor after an action: where its slot went to another section, the next of its own, to answer it too. */
function cursorAfter(before: readonly Row[], at: Row | undefined, after: readonly Row[]): string | undefined {
  const isStill = (row: Row): boolean => after.some(({ id, kind }) => id === row.id && kind === row.kind);
  if (at === undefined || isStill(at)) return at?.id;
  const section = before.filter((row) => row.kind === at.kind);
  const place = section.findIndex(({ id }) => id === at.id);
  const next = [...section.slice(place + 1), ...section.slice(0, place).reverse()].find(isStill);
  return next?.id ?? at.id;
}

/** What each row of a desk shows, by its id: a row whose text differs has changed. */
const signatures = (desk: Desk): ReadonlyMap<string, string> =>
  new Map(
    allRows(desk).map(({ id, kind, record }) => {
      const shown = holdsOrders(kind)
        ? [deliveredText(record), shortText(record)]
        : [openOffer(record), agreedTime(record), usedBy(record)];
      return [id, JSON.stringify([kind, ...shown])];
    }),
  );
