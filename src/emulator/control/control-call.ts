import type * as z from 'zod/mini';
import { withoutAbsentFields } from '../../contract/checks/absent-fields.ts';
import { problemsOf } from '../../contract/problems.ts';
import { type RuleContext, ServiceError } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import { ruleContext } from '../engine/rule-context.ts';
import { faultExpectations } from '../faults/fault-rule.ts';
import { isJobDue } from '../store/jobs.ts';

/** A request of the control API: path parameters decoded, the body parsed. */
export interface ControlInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** How a call's result becomes the answer's body: under `data`, beside `pagination`, or as it is. */
type Envelope = 'data' | 'page' | 'none';

/** One call of the control API. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Needs no admin header. */
  readonly withoutToken?: boolean;
  /** `data` when left out; a call with `page` returns `data` and `pagination` itself. */
  readonly envelope?: Envelope;
  run(engine: Engine, input: ControlInput): unknown;
}

/** The body as the schema reads it. Throws a 400 naming the field. No body counts as an empty object. */
export function readBody<T extends z.ZodMiniType>(schema: T, body: unknown): z.infer<T> {
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

/** Runs `work` in a write transaction of the emulator's state. */
export const write = <T>({ db }: Engine, work: () => T): T => db.transaction('write', work);

const contextOf = (engine: Engine): RuleContext =>
  ruleContext({ db: engine.db, now: engine.now(), variants: engine.variants, assumptions: new Set() });

/** Acts for the warehouse at the present, after what fell due before. */
export async function actNow<T>(engine: Engine, act: (context: RuleContext) => T): Promise<T> {
  await engine.catchUp(engine.now());
  return write(engine, () => act(contextOf(engine)));
}

/** Reads at the present; what fell due before happens first, and nothing is written when nothing did. */
export async function readNow<T>(engine: Engine, look: (context: RuleContext) => T): Promise<T> {
  const now = engine.now();
  if (isJobDue(engine.db, now)) await engine.catchUp(now);
  return engine.db.transaction('read', () => look(contextOf(engine)));
}
