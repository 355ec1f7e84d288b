import { type Spawned, type SpawnedOptions, spawnCli } from '../processes/process.ts';

/** What came of a storm. */
export interface Aftermath {
  /** The problems found, one text each. */
  readonly wrong: readonly string[];
  /** How much happened, so that a storm without anything is not mistaken for a good one. */
  readonly happened: Readonly<Record<string, number>>;
  /** What the commands said. */
  readonly story: string;
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

interface Habits {
  /** After how many ms the next process is killed; undefined if it is not. */
  killAfterMs?(): number | undefined;
  /** Options of every command. */
  readonly pace?: readonly string[];
  /** How often a command is run again until it ends well. */
  readonly mostTries?: number;
  /** Gets each process. */
  onStart?(spawned: Spawned): void;
  /** How each process is started. */
  readonly start?: Pick<SpawnedOptions, 'copy' | 'cwd' | 'stdio'>;
}

/** One in five processes is killed at a random moment. */
export const nowAndThen = (random: () => number) => (): number | undefined =>
  random() < 0.2 ? 200 + random() * 900 : undefined;

/** So many processes are killed, each at a random moment of its first 1.5 s or so; then none. */
export function atFirst(kills: number, random: () => number) {
  let left = kills;
  return {
    get left() {
      return left;
    },
    again(): void {
      left = kills;
    },
    killAfterMs: (): number | undefined => (left-- > 0 ? 300 + random() * 1200 : undefined),
  };
}

/** Somebody who runs commands, whose processes are killed: every load of the stress tests runs its commands so. */
export function openClient(
  home: string,
  env: Readonly<Record<string, string>>,
  { killAfterMs = () => undefined, pace = [], mostTries = 40, onStart, start }: Habits,
) {
  /** Runs a command once. */
  const once = async (args: readonly string[]): Promise<Ended> => {
    const begun = performance.now();
    const spawned = spawnCli([...args, ...pace], { ...start, home, env });
    onStart?.(spawned);
    const { child, done } = spawned;
    const ms = killAfterMs();
    const timer = ms === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), ms);
    const ended = await done;
    clearTimeout(timer);
    return { ...ended, ms: performance.now() - begun };
  };
  /** Runs a command until it succeeds, like a careful person or a scheduler; with how it ended each time. */
  const tries = async (
    args: readonly string[],
    isWell: (ended: Ended) => boolean = ({ code }) => code === 0,
  ): Promise<readonly Ended[]> => {
    const all: Ended[] = [];
    while (all.length < mostTries) {
      const ended = await once(args);
      all.push(ended);
      if (isWell(ended)) break;
    }
    return all;
  };
  /** The last of these; throws if it did not succeed. */
  const until = async (args: readonly string[], isWell: (ended: Ended) => boolean): Promise<Ended> => {
    const last = (await tries(args, isWell)).at(-1);
    if (last !== undefined && isWell(last)) return last;
    throw new Error(`cfi ${args.join(' ')} never ended well: ${last?.code} ${last?.stdout}${last?.stderr}`);
  };
  return {
    once,
    tries,
    until,
    /** The data of a command that must succeed in the end. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
    data: async (args: readonly string[], codes: readonly number[] = [0]): Promise<any> => {
      const { stdout } = await until([...args, '--json'], ({ code }) => codes.includes(code ?? -1));
      return stdout === '' ? undefined : JSON.parse(stdout).data;
    },
  };
}

/** Somebody who runs commands. */
export type Client = ReturnType<typeof openClient>;
