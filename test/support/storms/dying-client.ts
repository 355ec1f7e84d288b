import { cpSync } from 'node:fs';
import fc from 'fast-check';
import { makeHome, type Outcome, runCli } from '../cli.ts';
import { seeded } from '../random.ts';
import { startDocumentService } from '../services/document-service.ts';
import { json, type Received } from '../services/http-server.ts';

/** What goes wrong in one run. */
export interface Weather {
  readonly seed: number;
  /** Share of requests that fail. */
  readonly share: number;
  /** The request at which the client dies; 0 for none. */
  readonly killAt: number;
}

export const weather: fc.Arbitrary<Weather> = fc.record({
  seed: fc.integer(),
  share: fc.constantFrom(0, 0.2, 0.5, 0.8),
  killAt: fc.integer({ min: 0, max: 9 }),
});

export const calm: Weather = { seed: 0, share: 0, killAt: 0 };

/**
 * A service of which requests fail before or after their effect, and a client that may die at any request: from then on
 * nothing reaches the service, and the next run starts with what was on the disk at that moment.
 */
export async function startDyingClient(act: (request: Received) => readonly [status: number, body: unknown]) {
  let home = makeHome();
  let left: string | undefined;
  let now: { readonly random: () => number; readonly share: number; requestsToDeath: number };
  const { env } = await startDocumentService((request, response) => {
    if (left !== undefined) return void response.destroy();
    const { random, share } = now;
    now.requestsToDeath -= 1;
    const dies = now.requestsToDeath === 0;
    const fails = dies || random() < share;
    const answer = !fails || random() < 0.6 ? act(request) : undefined;
    if (dies) {
      left = makeHome();
      cpSync(home, left, { recursive: true });
    }
    if (!fails) json(response, ...(answer as [number, unknown]));
    else if (dies || random() < 0.6) response.destroy();
    else json(response, 500, { success: false, error: 'broken' });
  });
  return {
    /** The client's folder, which changes when it dies. */
    home: () => home,
    async run(line: readonly string[], { seed, share, killAt }: Weather): Promise<Outcome> {
      now = { random: seeded(seed), share, requestsToDeath: killAt };
      const outcome = await runCli([...line, '--max-retries', '1'], { home, env });
      home = left ?? home;
      left = undefined;
      return outcome;
    },
  };
}
