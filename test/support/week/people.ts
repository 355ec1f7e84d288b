import { spawnCli } from '../processes/process.ts';
import type { Body } from './service.ts';

const patience = ['--timeout', '3s', '--max-retries', '6'];
const mostTries = 40;

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A person at a terminal, whose processes are killed now and then. */
export function person(home: string, env: Readonly<Record<string, string>>, random: () => number) {
  /** Runs a command once; one in five is killed at a random moment. */
  const once = async (args: readonly string[]): Promise<Ended> => {
    const { child, done } = spawnCli([...args, ...patience], { home, env });
    const timer = random() < 0.2 ? setTimeout(() => child.kill('SIGKILL'), 200 + random() * 900) : undefined;
    const ended = await done;
    clearTimeout(timer);
    return ended;
  };
  /** Runs a command until it succeeds, like a careful person or a scheduler. */
  const until = async (args: readonly string[], isWell: (ended: Ended) => boolean): Promise<Ended> => {
    let ended: Ended | undefined;
    for (let tries = 0; tries < mostTries; tries++) {
      ended = await once(args);
      if (isWell(ended)) return ended;
    }
    throw new Error(
      `cfi ${args.join(' ')} never ended well: ${ended?.code} ${ended?.stdout}${ended?.stderr}`,
    );
  };
  return {
    once,
    until,
    /** The data of a command that must succeed in the end. */
    data: async (args: readonly string[], codes: readonly number[] = [0]): Promise<Body> => {
      const { stdout } = await until([...args, '--json'], ({ code }) => codes.includes(code ?? -1));
      return stdout === '' ? undefined : JSON.parse(stdout).data;
    },
  };
}

/** A person who runs commands. */
export type Person = ReturnType<typeof person>;
