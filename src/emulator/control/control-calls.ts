import * as z from 'zod/mini';
import { parseDuration } from '../../text/duration.ts';
import { isoUtc, parseInstant } from '../../text/time.ts';
import { choicesOfState } from '../engine/choices.ts';
import { ServiceError } from '../engine/context.ts';
import type { Core } from '../engine/core.ts';
import { faultRule } from '../faults/fault-rule.ts';
import { allFaults, deleteFaults, insertFault } from '../store/faults.ts';
import { firedBetween, runUpTo, shownClock } from '../time/advance.ts';
import { type ClockReading, moveClock, readClock } from '../time/clock.ts';
import { type ControlCall, type ControlInput, readBody, readNow, write } from './control-call.ts';
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

async function setClock(core: Core, input: ControlInput): Promise<unknown> {
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

/** The control API, a line a call. */
export const controlCalls: readonly ControlCall[] = [
  { method: 'GET', path: '/health', open: true, run: health },
  { method: 'GET', path: '/openapi.json', open: true, envelope: 'none', run: openapi },
  {
    method: 'POST',
    path: '/reset',
    run: async (core, { body }) => resetState(core, readBody(resetBody, body).seed),
  },
  {
    method: 'GET',
    path: '/state',
    run: (core) => core.db.transaction('read', () => exportState(core.db, core.realNow())),
  },
  { method: 'PUT', path: '/state', run: importAll },
  { method: 'GET', path: '/changes', run: changes },
  { method: 'GET', path: '/clock', run: (core) => shownClock(core.db, core.realNow()) },
  { method: 'POST', path: '/clock', run: setClock },
  { method: 'GET', path: '/assumptions', run: (core) => ({ assume: choicesOfState(core.db) }) },
  ...warehouseCalls,
  { method: 'POST', path: '/faults', run: addFault },
  { method: 'GET', path: '/faults', run: listFaults },
  {
    method: 'DELETE',
    path: '/faults',
    run: (core) => ({ cleared: write(core, () => deleteFaults(core.db)) }),
  },
  { method: 'GET', path: '/requests', run: (core, { query }) => journal(core.log.read(), query) },
  { method: 'DELETE', path: '/requests', run: (core) => ({ cleared: core.log.clear() }) },
];

function health(core: Core) {
  return { status: 'ok', version: core.behaviour.version, now: isoUtc(core.now()) };
}

/** A token that is another after each change of the state or of the journal, and the clock. */
async function changes(core: Core) {
  core.log.flush();
  return readNow(core, () => ({
    token: `${core.session}-${core.db.version()}`,
    ...shownClock(core.db, core.realNow()),
  }));
}

async function openapi(core: Core) {
  const { openApiDocument } = await import('../openapi/document.ts');
  return openApiDocument({ version: core.behaviour.version, now: core.now() });
}

function importAll(core: Core, { body }: ControlInput) {
  const { now, mode } = write(core, () => importState(core.db, body, core.realNow()));
  return { now: isoUtc(now), mode };
}

function addFault(core: Core, { body }: ControlInput) {
  const rule = readBody(faultRule, body);
  return { id: write(core, () => insertFault(core.db, rule)) };
}

function listFaults(core: Core) {
  return allFaults(core.db).map(({ rule, ...counts }) => ({ ...counts, ...rule }));
}
