import * as z from 'zod/mini';
import { withoutAbsentFields } from '../../contract/absent-fields.ts';
import { problemsOf } from '../../contract/problems.ts';
import { parseDuration } from '../../text/duration.ts';
import { isoUtc, parseInstant } from '../../text/time.ts';
import { type RuleContext, ServiceError } from '../engine/context.ts';
import type { Core } from '../engine/core.ts';
import { ruleContext } from '../engine/rule-context.ts';
import { faultExpectations, faultRule } from '../faults/fault-rule.ts';
import { allFaults, deleteFaults, insertFault } from '../store/faults.ts';
import { firedBetween, runUpTo, shownClock } from '../time/advance.ts';
import { type ClockReading, moveClock, readClock } from '../time/clock.ts';
import { resetState } from './reset.ts';
import { exportState, importState } from './state.ts';

interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One call of the control API. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Needs no admin header. */
  readonly open?: boolean;
  /** Its data goes out without the envelope. */
  readonly bare?: boolean;
  run(core: Core, input: Input): unknown;
}

/** The body as the schema reads it. Throws a 400 naming the field. No body counts as an empty object. */
function read<T extends z.ZodMiniType>(schema: T, body: unknown): z.infer<T> {
  const value = body === undefined ? {} : withoutAbsentFields(schema, body);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys')
    throw new ServiceError(400, `unknown field ${issue.keys.join(', ')}`);
  throw new ServiceError(
    400,
    problemsOf(parsed.error, value, faultExpectations)[0]?.message ?? 'The body is not valid',
  );
}

const write = <T>({ db }: Core, work: () => T): T => db.transaction('write', work);

const contextOf = (core: Core): RuleContext =>
  ruleContext({ db: core.db, now: core.now(), variants: core.variants, assumptions: new Set() });

/** Acts for the warehouse at the present, after what fell due before. */
async function warehouse<T>(core: Core, act: (context: RuleContext) => T): Promise<T> {
  await core.catchUp(core.now());
  return write(core, () => act(contextOf(core)));
}

const clockBody = z.union([
  z.strictObject({ set: z.string() }),
  z.strictObject({ advance: z.string() }),
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

async function setClock(core: Core, input: Input): Promise<unknown> {
  const body = clockBody.safeParse(input.body);
  if (!body.success)
    throw new ServiceError(400, 'the body must be one of {set}, {advance}, {freeze: true}, {resume: true}');
  const { runJob } = await import('../warehouse/policies.ts');
  return write(core, () => {
    const realNow = core.realNow();
    const before = readClock(core.db, realNow).now;
    const { at, mode } = target(body.data, before);
    moveClock(core.db, at, realNow, mode);
    const fired = firedBetween(runUpTo(core, at, runJob), before, at);
    return { ...shownClock(core.db, realNow), fired };
  });
}

const resetBody = z.strictObject({ seed: z.optional(z.unknown()) });

async function expected(core: Core, { params }: Input): Promise<unknown> {
  const fc = await import('../warehouse/purchase-orders.ts');
  return core.db.transaction('read', () => fc.expectedDelivery(contextOf(core), params.number ?? ''));
}

async function receive(core: Core, { params, body }: Input): Promise<unknown> {
  const fc = await import('../warehouse/purchase-orders.ts');
  const parsed = read(fc.receiveBody, body);
  return warehouse(core, (context) => fc.receivePurchaseOrder(context, params.number ?? '', parsed));
}

async function dispatch(core: Core, { params, body }: Input): Promise<unknown> {
  const fc = await import('../warehouse/orders.ts');
  const parsed = read(fc.dispatchOrderBody, body);
  return warehouse(core, (context) => fc.dispatchOrder(context, params.ref ?? '', parsed));
}

async function confirm(core: Core, { params, body }: Input): Promise<unknown> {
  const fc = await import('../warehouse/slots.ts');
  const parsed = read(fc.confirmSlotBody, body);
  return warehouse(core, (context) => fc.confirmSlot(context, params.ref ?? '', parsed));
}

async function counter(core: Core, { params, body }: Input): Promise<unknown> {
  const fc = await import('../warehouse/slots.ts');
  const parsed = read(fc.counterSlotBody, body);
  return warehouse(core, (context) => fc.counterSlot(context, params.ref ?? '', parsed));
}

/** The control API, one line for each call. */
export const controlCalls: readonly ControlCall[] = [
  { method: 'GET', path: '/health', open: true, run: health },
  { method: 'GET', path: '/openapi.json', open: true, bare: true, run: openapi },
  {
    method: 'POST',
    path: '/reset',
    run: async (core, { body }) => resetState(core, read(resetBody, body).seed),
  },
  {
    method: 'GET',
    path: '/state',
    run: (core) => core.db.transaction('read', () => exportState(core.db, core.realNow())),
  },
  { method: 'PUT', path: '/state', run: importAll },
  { method: 'GET', path: '/clock', run: (core) => shownClock(core.db, core.realNow()) },
  { method: 'POST', path: '/clock', run: setClock },
  { method: 'POST', path: '/fc/slots/{ref}/confirm', run: confirm },
  { method: 'POST', path: '/fc/slots/{ref}/counter', run: counter },
  { method: 'GET', path: '/fc/pos/{number}', run: expected },
  { method: 'POST', path: '/fc/pos/{number}/receive', run: receive },
  { method: 'POST', path: '/fc/orders/{ref}/dispatch', run: dispatch },
  { method: 'POST', path: '/faults', run: addFault },
  { method: 'GET', path: '/faults', run: listFaults },
  {
    method: 'DELETE',
    path: '/faults',
    run: (core) => ({ cleared: write(core, () => deleteFaults(core.db)) }),
  },
  { method: 'GET', path: '/requests', run: (core) => core.log.read() },
  { method: 'DELETE', path: '/requests', run: (core) => ({ cleared: core.log.clear() }) },
];

function health(core: Core) {
  return { status: 'ok', version: core.behaviour.version, now: isoUtc(core.now()) };
}

async function openapi(core: Core) {
  const { openApiDocument } = await import('../openapi/document.ts');
  return openApiDocument(core.behaviour.version);
}

function importAll(core: Core, { body }: Input) {
  const { now, mode } = write(core, () => importState(core.db, body, core.realNow()));
  return { now: isoUtc(now), mode };
}

function addFault(core: Core, { body }: Input) {
  const rule = read(faultRule, body);
  return { id: write(core, () => insertFault(core.db, rule)) };
}

function listFaults(core: Core) {
  return allFaults(core.db).map(({ rule, ...counts }) => ({ ...counts, ...rule }));
}
