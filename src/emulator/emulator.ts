import { usageError } from '../errors.ts';
import { type Database, inMemory } from '../storage/sqlite/database.ts';
import { isoUtc } from '../text/time/time.ts';
import { answer } from './app.ts';
import { type Choices, choicesFor } from './conformance/assumptions.ts';
import { checkChoices, chooseForState } from './domain/choices.ts';
import { moveClock, readClock } from './domain/clock.ts';
import { ServiceError } from './domain/context.ts';
import { runDueJobs } from './domain/jobs.ts';
import { tokenVerifier } from './domain/tokens.ts';
import { frozenKey, overridePolicy, rememberSeed, resolveSeed, sinceKey } from './seed/first-state.ts';
import type { HttpAnswer, HttpRequest } from './service/http.ts';
import type { Engine } from './service/request.ts';
import { requestLog } from './service/request-log.ts';
import { inTurns } from './service/turns.ts';
import { type Report, usageCount } from './service/usage.ts';
import { allAccounts, type FcPolicy, type SigningAccount } from './store/clients.ts';
import {
  hasStateFile,
  makeMemoryState,
  makeStateFile,
  namingState,
  openStateFile,
  stateFile,
  stateFileError,
} from './store/state-file.ts';
import { readMeta, writeMeta } from './store/tables.ts';

export interface EmulatorOptions {
  /** A folder, or `:memory:`. */
  readonly state: string;
  /** Name of a built-in seed, or a seed object; only for an empty state. Default `default`. */
  readonly seed?: unknown;
  /** Start time of the clock, in ms; not before the state's own time. */
  readonly now?: number | undefined;
  /** Stops the clock. Otherwise the clock keeps the state's mode; a new state's clock runs. */
  readonly freeze?: boolean | undefined;
  readonly fcPolicy?: FcPolicy | undefined;
  readonly rateLimit?: number | undefined;
  readonly latencyMs?: number | undefined;
  /** Draws the state's choices, where the specification is silent, from this number; 0 restores the defaults. */
  readonly varyAssumptions?: number | undefined;
  /** Single choices that override those of the state. */
  readonly assume?: Choices | undefined;
  /** The choices that were seen at the real service. */
  readonly verified?: Choices | undefined;
  /** Called before a state file is created; what it throws prevents that. */
  readonly beforeNewState?: () => Promise<void>;
  /** Milliseconds since the epoch, real time. */
  readonly realNow: () => number;
  /** Shown by `/_emulator/health`. */
  readonly version?: string | undefined;
}

/** Prepares what fills a new state, which throws a usage error for a clock that would start before the seed. */
async function seeding(options: EmulatorOptions, realNow: number): Promise<(db: Database) => void> {
  const source = options.seed ?? 'default';
  const seed = await resolveSeed(source);
  const { loadSeed } = await import('./seed/load.ts');
  return (db) => {
    const mode = options.freeze ? 'frozen' : 'running';
    const now = loadSeed(db, seed, { now: options.now ?? realNow, realNow, mode });
    if (options.now !== undefined && options.now < now) {
      throw usageError(
        `the seed begins at ${isoUtc(now)}, so the clock cannot start at ${isoUtc(options.now)}`,
        'choose a later time, or change the "now" of the seed',
      );
    }
    rememberSeed(db, typeof source === 'string' ? source : seed, now, realNow);
  };
}

/** Opens the state, or creates it. Throws a usage error for a seed when the state already exists. */
async function openState(options: EmulatorOptions, realNow: number): Promise<Database> {
  const { state } = options;
  if (state === inMemory) return makeMemoryState(await seeding(options, realNow));
  if (!hasStateFile(state)) {
    const fill = await seeding(options, realNow);
    await options.beforeNewState?.();
    makeStateFile(state, fill);
    return openStateFile(state);
  }
  const db = openStateFile(state);
  if (options.seed === undefined) return db;
  db.close();
  throw usageError(
    `${state} already contains a state`,
    'leave --seed out to continue with it, or replace it with: cfi emulator reset --seed NAME|FILE',
  );
}

/** Sets the clock from the options. Throws a usage error for a clock that would go back. */
function startClock(db: Database, { now, freeze }: EmulatorOptions, real: number): void {
  const shown = readClock(db, real);
  if (now !== undefined && now < shown.now) {
    throw usageError(
      `the clock of this state shows ${isoUtc(shown.now)}, so it cannot start at ${isoUtc(now)}`,
      'the clock only goes forward; cfi emulator reset takes it back to the beginning',
    );
  }
  if (now === undefined && !freeze) return;
  if (freeze) writeMeta(db, frozenKey, 'true');
  moveClock(db, now ?? shown.now, real, freeze ? 'frozen' : shown.mode);
}

/** The whole service without a socket. */
export type Emulator = ReturnType<typeof emulatorOn>;

/** The service or the control API as an OpenAPI document, with examples that an emulator answers at that time (ms). */
export async function documented(of: 'service' | 'control', version: string, now: number): Promise<object> {
  const play = (seed: object): Promise<Emulator> =>
    openEmulator({ state: inMemory, seed, freeze: true, realNow: () => now });
  const options = { version, now, play };
  return of === 'service'
    ? (await import('./openapi/service-document.ts')).serviceDocument(options)
    : (await import('./openapi/control-document.ts')).controlDocument(options);
}

/**
 * Opens or creates a state, and sets its clock. Throws a `CfiError` for a damaged or foreign state, a seed where there is a
 * state already, and a clock that would go back.
 */
export async function openEmulator(options: EmulatorOptions): Promise<Emulator> {
  // Read once: the clock must not move between setting it and checking its start.
  const opened = options.realNow();
  const { varyAssumptions, assume } = options;
  const all = varyAssumptions === undefined ? undefined : choicesFor(varyAssumptions);
  const some = assume === undefined ? undefined : checkChoices(assume);
  const db = await openState(options, opened);
  try {
    db.transaction('write', () => {
      startClock(db, options, opened);
      if (options.fcPolicy !== undefined) overridePolicy(db, options.fcPolicy);
      chooseForState(db, all, some);
    });
  } catch (error) {
    db.close();
    if (error instanceof ServiceError) throw usageError(error.message);
    throw stateFileError(stateFile(options.state), error) ?? error;
  }
  return emulatorOn(db, options, opened);
}

function emulatorOn(db: Database, options: EmulatorOptions, opened: number) {
  const { version = '0.0.0', latencyMs = 0, rateLimit, fcPolicy, realNow, verified = {} } = options;
  const now = (): number => readClock(db, realNow()).now;
  const engine: Engine = {
    file: stateFile(options.state),
    db,
    session: opened.toString(36),
    ...{ version, latencyMs, rateLimit, fcPolicy },
    isGenuine: tokenVerifier(),
    inTurns: inTurns(db),
    log: requestLog(db),
    usage: usageCount(),
    realNow,
    now,
    openApi: (of) => documented(of, version, now()),
  };
  const named = <T>(work: () => T): T => namingState(engine.file, work);
  return {
    version,
    /** Answers a request, without performing delays and socket faults. Throws a `CfiError` for an unreadable state. */
    handle: (http: HttpRequest): Promise<HttpAnswer> =>
      answer(engine, http).catch((error: unknown) => {
        throw stateFileError(engine.file, error) ?? error;
      }),
    clients: (): SigningAccount[] => named(() => allAccounts(db)),
    /** Changes with each reset and import, so that callers can discard what they remember of the previous state. */
    stateId: (): string => named(() => `${readMeta(db, sinceKey)}-${readMeta(db, 'kept_generation')}`),
    /** By the emulator's clock, ms. */
    now: (): number => named(now),
    /** Moves the clock, as an embedded client waits, and runs what is due. Throws a `CfiError` for an unwritable state. */
    advance: async (ms: number): Promise<void> =>
      named(() =>
        db.transaction('write', () => {
          const real = realNow();
          runDueJobs(db, moveClock(db, readClock(db, real).now + ms, real).now);
        }),
      ),
    /** What the requests that this process answered relied on, however many, and across resets. */
    report: (): Report => engine.usage.report(verified),
    close(): void {
      engine.log.store();
      db.close();
    },
  };
}
