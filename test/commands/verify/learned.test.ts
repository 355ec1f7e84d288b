import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import {
  alternatives,
  type Choices,
  choicesFor,
  type VariedAssumption,
  variedAssumptions,
} from '../../../src/emulator/conformance/assumptions.ts';
import { probes } from '../../../src/emulator/conformance/probes.ts';
import { serve } from '../../../src/emulator/server/serve.ts';
import { endpointsAt, withMethod } from '../../../src/emulator/service/router.ts';
import { startTimer } from '../../../src/timers.ts';
import { bareSession, type SeenByBareClient } from '../../support/bare-session.mjs';
import { openVerifyTestbed, visible } from '../../support/verify-testbed.ts';

interface Finding {
  readonly id: string;
  readonly result: string;
  readonly service: unknown;
}

/** What `verify --write --save` finds in an account under those choices. */
async function learn(options: { varyAssumptions?: number; assume?: Choices }) {
  const testbed = await openVerifyTestbed(options);
  const file = join(testbed.home, 'service.json');
  const outcome = await testbed.cfi(['verify', '--write', '--yes', '--save', file, '--json']);
  expect(outcome.stderr).not.toContain('error');
  const findings: Finding[] = JSON.parse(outcome.stdout).data.assumptions;
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  return { testbed, outcome, findings, saved };
}

/** Every observable choice, including the defaults. */
const expected = (choices: Choices): Record<string, number> =>
  Object.fromEntries(visible.map((id) => [id, choices[id] ?? 0]));

/** Each choice is tried below, a few at a time; these are many. */
const varyAssumptions = 14;

/** An account as `verify` found it, on a socket, as seen by an independent client. */
async function seenFromOutside(
  options: Parameters<typeof openVerifyTestbed>[0],
): Promise<SeenByBareClient[]> {
  const { emulator } = await openVerifyTestbed(options);
  const served = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer });
  try {
    return await bareSession(served.origin);
  } finally {
    await served.close();
  }
}

describe('verify --write', () => {
  it('finds every observable choice under --vary-assumptions', async () => {
    const { outcome, findings, saved } = await learn({ varyAssumptions });
    expect(saved).toEqual({ version: 1, assume: expected(choicesFor(varyAssumptions)) });
    expect(outcome.code).toBe(9);
    // An independent client cannot tell an emulator started with that file from the service, except for
    // answers that rest on questions the report lists as not asked.
    const unasked = findings.filter(({ result }) => result === 'not-asked').map(({ id }) => id);
    const service = await seenFromOutside({ varyAssumptions });
    const emulator = await seenFromOutside({ assume: saved.assume });
    const differing = service.filter(
      ({ shown, restsOn }, at) =>
        !isDeepStrictEqual(shown, emulator[at]?.shown) &&
        !restsOn.some((decision) => decision.includes('=') && unasked.includes(decision.slice(0, 4))),
    );
    expect(differing).toEqual([]);
    expect(emulator).toHaveLength(service.length);
  });

  const single = variedAssumptions
    .filter((id) => !('why' in probes[id]) && id !== 'A-35')
    .flatMap((id) => Array.from({ length: alternatives[id] }, (_, index) => [id, index + 1] as const));
  const together = 8;
  const apart = Math.ceil(single.length / together);
  const groups = Array.from({ length: apart }, (_, at) =>
    Object.fromEntries(single.filter((_choice, index) => index % apart === at)),
  );

  it('tries every choice', () => {
    expect(groups.flatMap((group) => Object.entries(group))).toHaveLength(single.length);
  });

  it.each(groups)('finds %j, and nothing else', async (assume) => {
    const { findings, saved } = await learn({ assume });
    expect(saved.assume).toEqual(expected(assume));
    const differing = findings.filter(({ result }) => result === 'differs');
    expect(differing.map(({ id, service }) => [id, service])).toEqual(Object.entries(assume));
  });

  it('finds A-58=1 with its own order where no marketplace order is found by a channel reference', async () => {
    const assume = { 'A-55': 1, 'A-58': 1 };
    expect((await learn({ assume })).saved.assume).toEqual(expected(assume));
  });

  it('says that nothing differs, with exit 0', async () => {
    const { outcome, findings, saved } = await learn({});
    expect(outcome.code).toBe(0);
    expect(saved.assume).toEqual(expected({}));
    expect(findings.map(({ id }) => id)).toEqual(variedAssumptions);
    expect(findings.every(({ result }) => ['same', 'unknown', 'not-asked'].includes(result))).toBe(true);
  });
});

describe('the session of a bare client', () => {
  let standard: readonly SeenByBareClient[];

  beforeAll(async () => {
    standard = await seenFromOutside({});
  });

  it('covers every endpoint', () => {
    const asked = standard.flatMap(({ shown }) => {
      const [method = '', path = ''] = shown.request.split(' ');
      return withMethod(method, endpointsAt(path.split('?')[0]?.split('/').slice(1) ?? []))?.name ?? [];
    });
    expect([...new Set(asked)].sort()).toEqual(Object.keys(endpoints).sort());
  });

  /** The answers of an emulator with the last alternative for each of these that differ from the standard ones. */
  async function differing(ids: readonly VariedAssumption[]): Promise<SeenByBareClient[]> {
    const assume = Object.fromEntries(ids.map((id) => [id, alternatives[id]]));
    const seen = await seenFromOutside({ assume });
    return seen.filter(({ shown }, at) => !isDeepStrictEqual(shown, standard[at]?.shown));
  }

  it.each([0, 1, 2, 3])('notices each other choice, part %i of 4', async (part) => {
    const others = visible.filter((_, at) => at % 4 === part);
    const noticed = new Set((await differing(others)).flatMap(({ restsOn }) => restsOn));
    // A choice that shows only in answers that do not rest on it is tried alone.
    for (const id of others.filter((each) => !noticed.has(`${each}=${alternatives[each]}`)))
      expect(await differing([id]), id).not.toEqual([]);
  });
});
