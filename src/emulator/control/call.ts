import type * as z from 'zod/mini';
import { withoutAbsentFields } from '../../contract/absent-fields.ts';
import { problemsOf } from '../../contract/problems.ts';
import { variantsOfState } from '../domain/choices.ts';
import { type RuleContext, ruleContext, ServiceError } from '../domain/context.ts';
import { runDueJobs } from '../domain/jobs.ts';
import type { Engine } from '../service/engine.ts';
import { isJobDue } from '../store/jobs.ts';

/** A request to the control API, with decoded path parameters and a parsed body. */
export interface ControlInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** How the response body holds the result: in `data`, next to `pagination`, or unwrapped. */
type Envelope = 'data' | 'page' | 'none';

/** One call of the control API: its method, its path and what runs it. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Needs no admin header. */
  readonly withoutToken?: boolean;
  /** Accepts NUL and half characters: what it stores is JSON, which keeps them as escapes. */
  readonly anyText?: true;
  /** Defaults to `data`. With `page`, the call itself returns `data` and `pagination`. */
  readonly envelope?: Envelope;
  run(engine: Engine, input: ControlInput): unknown;
}

/**
 * Validates the body against the schema. Throws a 400 that names the invalid field. A missing body is read as an empty
 * object.
 */
export function readBody<T extends z.ZodMiniType>(schema: T, body: unknown): z.infer<T> {
  const value = body === undefined ? {} : withoutAbsentFields(schema, body);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys')
    throw new ServiceError(400, `unknown field ${issue.keys.join(', ')}`);
  throw new ServiceError(400, problemsOf(parsed.error, value)[0]?.message ?? 'The body is not valid');
}

/** Runs `work` in a write transaction on the emulator's state. */
export const write = <T>({ db }: Engine, work: () => T): T => db.transaction('write', work);

const contextAt = ({ db }: Engine, now: number): RuleContext =>
  ruleContext({ db, now, variants: variantsOfState(db), assumptions: new Set() });

/** Acts for the warehouse at the current time, after running the jobs that are due. */
export function actNow<T>(engine: Engine, act: (context: RuleContext) => T): T {
  const { db } = engine;
  db.transaction('write', () => runDueJobs(db, engine.now()));
  return db.transaction('write', () => act(contextAt(engine, engine.now())));
}

/** Reads at the current time, after running the jobs that are due. Writes nothing when none are due. */
export function readNow<T>(engine: Engine, look: (context: RuleContext) => T): T {
  const { db } = engine;
  const now = engine.now();
  if (isJobDue(db, now)) db.transaction('write', () => runDueJobs(db, now));
  return db.transaction('read', () => look(contextAt(engine, engine.now())));
}
