import { CfiError, usageError } from '../../errors.ts';
import { overridePolicy } from '../control/reset.ts';
import { answer } from '../pipeline/app.ts';
import { ruleLoader, schemaLoader } from '../pipeline/lazy-modules.ts';
import { requestLog } from '../pipeline/request-log.ts';
import { serviceRouter, targetReader } from '../pipeline/router.ts';
import { rescued, type Soon } from '../pipeline/soon.ts';
import { writeGroup } from '../pipeline/write-group.ts';
import { builtInSeed } from '../seed/built-in.ts';
import { httpDates } from '../server/http-date.ts';
import { type HttpAnswer, type HttpRequest, SocketFault } from '../server/http-message.ts';
import { allAccounts } from '../store/accounts.ts';
import { backgroundCheckpoints } from '../store/database/background-checkpoint.ts';
import { type Database, inMemory } from '../store/database/database.ts';
import { stateFileError } from '../store/database/state-errors.ts';
import { stateFile } from '../store/database/state-file.ts';
import { readMeta } from '../store/meta.ts';
import { runUpTo } from '../time/advance.ts';
import { moveClock, readClock } from '../time/clock.ts';
import { knownTokens } from '../tokens/known-tokens.ts';
import { checkChoices, choicesOfState, chooseForState } from './choices.ts';
import { ServiceError } from './context.ts';
import type { Behaviour, Engine } from './engine.ts';
import { openState, startClock } from './open-state.ts';
import type { EmulatorOptions } from './options.ts';
import { choicesFor, variantsOf } from './variants.ts';

/** An account with the credentials it signs in with. */
interface EmulatorClient {
  readonly client_id: string;
  readonly client_name: string;
  readonly client_secret: string;
}

/** The whole service without a socket. */
export interface Emulator {
  /** The version that every answer reports. */
  readonly version: string;
  /**
   * Answers a request with plain data. The answer describes delays and socket faults but does not perform them. Throws
   * a `CfiError` when the state file cannot be read.
   */
  handle(http: HttpRequest): Promise<HttpAnswer>;
  /** Like `handle`, but answers most reads at once. */
  answer(http: HttpRequest): Soon<HttpAnswer>;
  /**
   * Like `handle`, for web requests whose path begins with `/v1` or `/_emulator`. A delay advances the clock; a socket
   * fault rejects with a `SocketFault`.
   */
  fetch(request: Request): Promise<Response>;
  clients(): EmulatorClient[];
  /** Changes with each reset and import, so that callers can discard what they remember of the previous state. */
  stateId(): string;
  /** By the emulator's clock, ms. */
  now(): number;
  /**
   * Moves the clock forward and runs the jobs that are due. An embedded client waits this way. Throws a `CfiError` when
   * the state file cannot be written.
   */
  advance(ms: number): Promise<void>;
  /** Writes the pending entries of the request log, or drops them when the disk is full. */
  flush(): void;
  /**
   * From now on, copies the log of the state file to the file in another thread, so that no request waits for it. Await
   * the returned function before `close`.
   */
  checkpointInBackground(): () => Promise<void>;
  close(): void;
}

function makeEngine(db: Database, options: EmulatorOptions, opened: number): Engine {
  const { rateLimit, fcPolicy, realNow } = options;
  const behaviour: Behaviour = {
    version: options.version ?? '0.0.0',
    latencyMs: options.latencyMs ?? 0,
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(fcPolicy === undefined ? {} : { fcPolicy }),
  };
  const engine: Engine = {
    file: stateFile(options.state),
    db,
    session: opened.toString(36),
    get variants() {
      return variantsOf(choicesOfState(db));
    },
    behaviour,
    log: requestLog(db),
    tokens: knownTokens(),
    write: writeGroup(db),
    readTarget: targetReader(),
    route: serviceRouter(),
    realNow,
    now: () => readClock(db, realNow()).now,
    ruleOf: ruleLoader(),
    schemasOf: schemaLoader(),
    httpDate: httpDates(),
    builtIn: builtInSeed,
    async catchUp(until) {
      const { runJob } = await import('../warehouse/policies.ts');
      db.transaction('write', () => runUpTo(engine, until, runJob));
    },
  };
  return engine;
}

async function toHttpRequest(request: Request): Promise<HttpRequest> {
  const { pathname, search } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body,
  };
}

/**
 * Opens a state, seeds it if it is new, and sets its clock. Throws a `CfiError` for a damaged or foreign state, for a
 * seed when the state already exists, and for a clock that would go back.
 */
export async function openEmulator(options: EmulatorOptions): Promise<Emulator> {
  // Read once: the clock must not move between setting it and checking its start.
  const opened = options.realNow();
  const { varyAssumptions, assume } = options;
  const chosen = {
    all: varyAssumptions === undefined ? undefined : choicesFor(varyAssumptions),
    some: assume === undefined ? undefined : checkChoices(assume),
  };
  const db = await openState(options, opened);
  try {
    db.transaction('write', () => {
      startClock(db, options, opened);
      overridePolicy(db, options.fcPolicy);
      chooseForState(db, chosen);
    });
  } catch (error) {
    db.close();
    if (error instanceof ServiceError) throw usageError(error.message);
    throw stateFileError(stateFile(options.state), error);
  }
  const engine = makeEngine(db, options, opened);
  /** Adds the name of the state file to the errors that it causes. */
  const named = <T>(work: () => Soon<T>): Soon<T> =>
    rescued(work, (error) => {
      throw stateFileError(engine.file, error);
    });
  const advance = async (ms: number): Promise<void> =>
    named(async () => {
      const until = db.transaction('write', () => {
        const real = options.realNow();
        return moveClock(db, readClock(db, real).now + ms, real).now;
      });
      await engine.catchUp(until);
    });
  const answerNamed = (http: HttpRequest): Soon<HttpAnswer> => named(() => answer(engine, http));
  const handle = async (http: HttpRequest): Promise<HttpAnswer> => answerNamed(http);
  const flush = (): void => {
    try {
      engine.log.flush();
    } catch (error) {
      // The log is for people to read; a full disk costs its newest entries, not the answer.
      if (!(stateFileError(engine.file, error) instanceof CfiError)) throw error;
    }
  };
  return {
    version: engine.behaviour.version,
    handle,
    answer: answerNamed,
    async fetch(request) {
      const { status, headers, body, delayMs, socket } = await handle(await toHttpRequest(request));
      if (delayMs > 0) await advance(delayMs);
      if (socket !== undefined) throw new SocketFault(socket);
      // A response with such a status cannot have a body, though a fault may give it one.
      const isBare = request.method === 'HEAD' || body === '' || [204, 205, 304].includes(status);
      return new Response(isBare ? null : body, { status, headers });
    },
    clients: () =>
      allAccounts(db).map(({ client_id, client_name, client_secret }) => ({
        client_id,
        client_name,
        client_secret,
      })),
    stateId: () => `${readMeta(db, 'kept_since')}-${readMeta(db, 'kept_generation')}`,
    now: engine.now,
    advance,
    flush,
    checkpointInBackground() {
      if (engine.file === inMemory) return async () => undefined;
      const { committed, stop } = backgroundCheckpoints(engine.file);
      db.onCommit(committed);
      return stop;
    },
    close() {
      flush();
      db.close();
    },
  };
}
