import * as z from 'zod/mini';
import { fieldsOf } from '../../text/records.ts';
import { isoUtc, parseDuration, parseInstant } from '../../text/time/time.ts';
import { choicesOfState } from '../domain/choices.ts';
import { type ClockReading, moveClock, readClock, shownClock } from '../domain/clock.ts';
import { ServiceError } from '../domain/context.ts';
import { type FaultRule, faultRule } from '../domain/fault-rule.ts';
import { firedBetween, runDueJobs } from '../domain/jobs.ts';
import type { Engine } from '../service/engine.ts';
import { allFaults, deleteFaults, insertFault } from '../store/faults.ts';
import { changeMark } from '../store/tables.ts';
import { type ControlCall, type ControlInput, readBody, readNow, write } from './call.ts';
import { journal } from './journal.ts';
import { resetState } from './reset.ts';
import { exportState, importState } from './state.ts';
import { warehouseCalls } from './warehouse-calls.ts';

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
  // Outside the transaction, so that a list of millions of nights does not lock the state for other processes.
  return { ...shown, fired: firedBetween(jobs, before, at) };
}

const resetBody = z.strictObject({ seed: z.optional(z.unknown()) });

/** Every call of the control API. */
export const controlCalls: readonly ControlCall[] = [
  { method: 'GET', path: '/health', withoutToken: true, run: health },
  { method: 'GET', path: '/openapi.json', withoutToken: true, envelope: 'none', run: openapi },
  {
    method: 'POST',
    path: '/reset',
    run: async (engine, { body }) => resetState(engine, readBody(resetBody, body).seed),
  },
  {
    method: 'GET',
    path: '/state',
    run: (engine) => engine.db.transaction('read', () => exportState(engine.db, engine.realNow())),
  },
  { method: 'PUT', path: '/state', run: importAll },
  { method: 'GET', path: '/changes', run: changes },
  { method: 'GET', path: '/clock', run: (engine) => shownClock(engine.db, engine.realNow()) },
  { method: 'POST', path: '/clock', run: setClock },
  { method: 'GET', path: '/assumptions', run: (engine) => ({ assume: choicesOfState(engine.db) }) },
  ...warehouseCalls,
  { method: 'POST', path: '/faults', anyText: true, run: addFault },
  { method: 'GET', path: '/faults', run: listFaults },
  {
    method: 'DELETE',
    path: '/faults',
    run: (engine) => ({ cleared: write(engine, () => deleteFaults(engine.db)) }),
  },
  { method: 'GET', path: '/requests', run: (engine, { query }) => journal(engine.log.read(), query) },
  { method: 'DELETE', path: '/requests', run: (engine) => ({ cleared: engine.log.clear() }) },
];

function health(engine: Engine) {
  return { status: 'ok', version: engine.behaviour.version, now: isoUtc(engine.now()) };
}

/** The clock, and a token that changes whenever the state or the journal does. */
async function changes(engine: Engine) {
  engine.log.flush();
  return readNow(engine, () => ({
    token: `${engine.session}-${changeMark(engine.db)}`,
    ...shownClock(engine.db, engine.realNow()),
  }));
}

async function openapi(engine: Engine) {
  return engine.openApi();
}

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

function listFaults(engine: Engine) {
  return allFaults(engine.db).map(({ rule, ...counts }) => ({ ...counts, ...(rule as FaultRule) }));
}
