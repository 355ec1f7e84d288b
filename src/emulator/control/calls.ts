import * as z from 'zod/mini';
import { clockStep, clockTime, type LoggedRequest } from '../../contract/control.ts';
import { problemsOf, withoutAbsentFields } from '../../contract/problems.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { fieldsOf, keysOf, tableOf } from '../../text/records.ts';
import { isoUtc, parseDuration, parseInstant } from '../../text/time/time.ts';
import { choicesOfState, variantsOfState } from '../domain/choices.ts';
import { type ClockReading, moveClock, readClock, shownClock } from '../domain/clock.ts';
import { type RuleContext, ruleContext, ServiceError } from '../domain/context.ts';
import { type FaultRule, faultRule, isPathPattern, pathPatternWords } from '../domain/fault-rule.ts';
import { matchesPattern } from '../domain/faults.ts';
import { firedBetween, runDueJobs } from '../domain/jobs.ts';
import { nextPage, readCount, readFlag, wholeNumber } from '../rules/query.ts';
import { frozenKey, overridePolicy, resolveSeed, seedKey } from '../seed/first-state.ts';
import { loadSeed } from '../seed/load.ts';
import type { Engine } from '../service/request.ts';
import { allFaults, deleteFaults, insertFault } from '../store/faults.ts';
import { isJobDue } from '../store/jobs.ts';
import { changeMark, factIn, readMeta } from '../store/tables.ts';
import * as inbound from '../warehouse/inbound.ts';
import * as lists from '../warehouse/lists.ts';
import { dispatchOrder, dispatchOrderBody, orderStatusBody, setOrderStatus } from '../warehouse/orders.ts';
import { exportState, importState } from './state.ts';

/** A request to the control API, with decoded path parameters and a parsed body. */
interface ControlInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface Answering {
  /** Needs no admin header. */
  readonly withoutToken?: boolean;
  /** Accepts NUL and half characters: what it stores is JSON, which keeps them as escapes. */
  readonly anyText?: true;
  /** The call returns the whole body, not only its `data`. */
  readonly whole?: true;
  /** The body that it takes. */
  readonly body?: z.ZodMiniType;
  run(engine: Engine, input: ControlInput): unknown;
}

export interface ControlCall extends Answering {
  readonly method: string;
  readonly path: string;
}

/** Validates the body, or an empty object without one. Throws a 400 that names the invalid field. */
function readBody<T extends z.ZodMiniType>(schema: T, body: unknown): z.infer<T> {
  const value = body === undefined ? {} : withoutAbsentFields(schema, body);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys')
    throw new ServiceError(
      400,
      `unknown field ${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}`,
    );
  throw new ServiceError(400, problemsOf(parsed.error, value)[0]?.message ?? 'The body is not valid');
}

const write = <T>({ db }: Engine, work: () => T): T => db.transaction('write', work);

/** Reads, or acts for the warehouse, at the current time, after running the jobs that are due. */
function workNow<T>(engine: Engine, mode: 'read' | 'write', work: (context: RuleContext) => T): T {
  const { db } = engine;
  const now = engine.now();
  if (isJobDue(db, now)) db.transaction('write', () => runDueJobs(db, now));
  return db.transaction(mode, () =>
    work(ruleContext({ db, now: engine.now(), variants: variantsOfState(db) })),
  );
}

/**
 * Replaces the whole state with a seed. Without one, restores the original seed at its original start time, with the
 * same ids. A clock that is frozen, or was at the start, is frozen afterwards. Forgets the logged requests, because a
 * clock that starts again cannot tell old ones from new ones. An invalid seed changes nothing.
 */
async function resetState(engine: Engine, source?: unknown): Promise<{ now: string }> {
  const { db } = engine;
  const first = source === undefined;
  const seed = await resolveSeed(first ? factIn(readMeta(db, seedKey) ?? '"empty"') : source);
  const now = db.transaction('write', () => {
    const realNow = engine.realNow();
    const mode = readMeta(db, frozenKey) === undefined ? readClock(db, realNow).mode : 'frozen';
    const began = readMeta(db, 'kept_now');
    const at = first && began !== undefined ? parseInstant(began) : realNow;
    const loaded = loadSeed(db, seed, { now: at, realNow, mode });
    if (engine.fcPolicy !== undefined) overridePolicy(db, engine.fcPolicy);
    engine.log.clear();
    return loaded;
  });
  return { now: isoUtc(now) };
}

/** A paged call that lists one kind of item across all clients. */
const list = (read: (db: Database, query: lists.ListQuery) => readonly unknown[]): Answering => ({
  whole: true,
  run(engine, { query }) {
    const page = readCount(query, 'page', 1, 1_000_000);
    const size = readCount(query, 'page_size', 50, 200);
    const wanted = {
      ...{ page, size, statuses: query.getAll('status') },
      ...{ client: query.get('client'), warehouse: query.get('warehouse'), search: query.get('search') },
    };
    const rows = workNow(engine, 'read', ({ db }) => read(db, wanted));
    // There is one row more when there is a next page.
    const has_more = rows.length > size;
    const pagination = { current_page: page, page_size: size, has_more, ...nextPage(page, has_more) };
    return { success: true, data: rows.slice(0, size), pagination };
  },
});

/** What the path of a call names: its only parameter. */
const named = ({ params }: ControlInput): string => Object.values(params)[0] ?? '';

const show = (look: (context: RuleContext, name: string) => unknown): Answering => ({
  run: (engine, input) => workNow(engine, 'read', (context) => look(context, named(input))),
});

/** A call that acts for the warehouse on the thing that its path names, after checking the body. */
const act = <T extends z.ZodMiniType>(
  schema: T,
  does: (context: RuleContext, name: string, body: z.infer<T>) => unknown,
): Answering => ({
  body: schema,
  run(engine, input) {
    const body = readBody(schema, input.body);
    return workNow(engine, 'write', (context) => does(context, named(input), body));
  },
});

const warehouseCalls = {
  'GET /fc/slots': list(lists.listSlots),
  'GET /fc/slots/{ref}': show(inbound.shownSlot),
  'POST /fc/slots/{ref}/confirm': act(inbound.confirmSlotBody, inbound.confirmSlot),
  'POST /fc/slots/{ref}/counter': act(inbound.counterSlotBody, inbound.counterSlot),
  'GET /fc/pos': list(lists.listPurchaseOrders),
  'GET /fc/pos/{lw_po_number}': show(inbound.expectedDelivery),
  'POST /fc/pos/{lw_po_number}/receive': act(inbound.receiveBody, inbound.receivePurchaseOrder),
  'GET /fc/inbound': list(lists.listDeliveries),
  'POST /fc/inbound/{delivery_number}/receive': act(inbound.receiveInboundBody, inbound.receiveInbound),
  'GET /fc/orders': list(lists.listOrders),
  'POST /fc/orders/{ref}/dispatch': act(dispatchOrderBody, dispatchOrder),
  'POST /fc/orders/{ref}/status': act(orderStatusBody, setOrderStatus),
  'GET /fc/stock': list(lists.listStock),
};

const clockBody = z.union([
  z.strictObject({ set: clockTime }),
  z.strictObject({ advance: clockStep }),
  z.strictObject({ freeze: z.literal(true) }),
  z.strictObject({ resume: z.literal(true) }),
]);

function target(body: z.infer<typeof clockBody>, now: number): { at: number; mode?: ClockReading['mode'] } {
  if ('freeze' in body) return { at: now, mode: 'frozen' };
  if ('resume' in body) return { at: now, mode: 'running' };
  if ('set' in body) {
    const at = parseInstant(body.set);
    if (Number.isNaN(at)) throw new ServiceError(400, `set must be an ISO 8601 time, not ${body.set}`);
    return { at };
  }
  const by = parseDuration(body.advance);
  if (by === undefined)
    throw new ServiceError(400, `advance must be a duration, for example 30m or PT30M, not ${body.advance}`);
  return { at: now + by };
}

async function setClock(engine: Engine, input: ControlInput): Promise<unknown> {
  const body = clockBody.safeParse(input.body);
  if (!body.success)
    throw new ServiceError(400, 'the body must be one of {set}, {advance}, {freeze: true}, {resume: true}');
  const { before, at, jobs, shown } = write(engine, () => {
    const realNow = engine.realNow();
    const before = readClock(engine.db, realNow).now;
    const { at, mode } = target(body.data, before);
    moveClock(engine.db, at, realNow, mode);
    const jobs = runDueJobs(engine.db, at);
    return { before, at, jobs, shown: shownClock(engine.db, realNow) };
  });
  return { ...shown, fired: firedBetween(jobs, before, at) };
}

const resetBody = z.strictObject({ seed: z.optional(z.unknown()) });

const answering = {
  'GET /health': {
    withoutToken: true,
    run: ({ version, now }) => ({ status: 'ok', version, now: isoUtc(now()) }),
  },
  'GET /openapi.json': { withoutToken: true, whole: true, run: (engine) => engine.openApi('service') },
  'GET /control.json': { withoutToken: true, whole: true, run: (engine) => engine.openApi('control') },
  'POST /reset': { run: (engine, { body }) => resetState(engine, readBody(resetBody, body).seed) },
  'GET /state': { run: ({ db, realNow }) => db.transaction('read', () => exportState(db, realNow())) },
  'PUT /state': { run: importAll },
  'GET /changes': {
    run: (engine) =>
      workNow(engine, 'read', ({ db }) => ({
        token: `${engine.session}-${changeMark(db)}`,
        ...shownClock(db, engine.realNow()),
      })),
  },
  'GET /clock': { run: ({ db, realNow }) => shownClock(db, realNow()) },
  'POST /clock': { body: clockBody, run: setClock },
  'GET /assumptions': { run: ({ db }) => ({ assume: choicesOfState(db) }) },
  ...warehouseCalls,
  'POST /faults': { anyText: true, body: faultRule, run: addFault },
  'GET /faults': {
    run: ({ db }) => allFaults(db).map(({ rule, ...counts }) => ({ ...counts, ...(rule as FaultRule) })),
  },
  'DELETE /faults': { run: (engine) => ({ cleared: write(engine, () => deleteFaults(engine.db)) }) },
  'GET /requests': { run: ({ log }, { query }) => journal(log.read(), query) },
  'DELETE /requests': { run: ({ log }) => ({ cleared: log.clear() }) },
} as const satisfies Readonly<Record<`${string} /${string}`, Answering>>;

export type CallName = keyof typeof answering;

/** Every call of the control API, by its method and path. */
export const controlCalls = tableOf(keysOf(answering), (name): ControlCall => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, ...answering[name] };
});

function importAll(engine: Engine, { body }: ControlInput) {
  const { now, mode } = write(engine, () => importState(engine.db, body, engine.realNow()));
  return { now: isoUtc(now), mode };
}

function addFault(engine: Engine, { body }: ControlInput) {
  // Elsewhere, empty text counts as absent. Here the rule would then match requests that it is not about.
  for (const [name, value] of Object.entries(fieldsOf(fieldsOf(body).match)))
    if (value === '') throw new ServiceError(400, `match.${name} must not be empty`);
  const rule = readBody(faultRule, body);
  return { id: write(engine, () => insertFault(engine.db, rule)) };
}

type Test = (request: LoggedRequest) => boolean;

const decoded = (path: string): string => path.split('/').map(decodeURIComponent).join('/');

const filters: Readonly<Record<string, (text: string) => Test>> = {
  method: (text) => (request) => request.method === text.toUpperCase(),
  path(text) {
    if (!isPathPattern(text)) throw new ServiceError(400, `path must be ${pathPatternWords}, not ${text}`);
    // People paste the encoded path from the journal, or type it decoded.
    return (request) => matchesPattern(text, request.path) || matchesPattern(text, decoded(request.path));
  },
  client: (text) => (request) => request.client === text,
  status(text) {
    const status = wholeNumber(text);
    if (status === undefined || text.length !== 3)
      throw new ServiceError(400, `status must be a status code, for example 409, not ${text}`);
    return (request) => request.status === status;
  },
  since(text) {
    const since = parseInstant(text);
    if (Number.isNaN(since)) throw new ServiceError(400, `since must be an ISO 8601 time, not ${text}`);
    return (request) => parseInstant(request.at) >= since;
  },
};

const parameters: readonly string[] = [...Object.keys(filters), 'limit', 'count'];

/**
 * The matching requests, oldest first, or their number. `path` is without the version, and `*` in it matches any text;
 * `since` is by the emulator's clock; `limit` keeps the newest. Throws a 400 for an unknown or invalid parameter.
 */
function journal(requests: readonly LoggedRequest[], query: URLSearchParams) {
  // A mistyped name must not select every request: a test that counts them would be misled.
  const unknown = [...query.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw new ServiceError(400, `unknown parameter ${unknown}; use ${parameters.join(', ')}`);
  const tests = Object.entries(filters).flatMap(([name, test]) => {
    const text = query.get(name);
    return text === null ? [] : [test(text)];
  });
  const limit = readCount(query, 'limit', Number.POSITIVE_INFINITY);
  const found = requests.filter((request) => tests.every((test) => test(request))).slice(-limit);
  return readFlag(query, 'count') ? { count: found.length } : found;
}
