import { describe, expect, it } from 'vitest';
import type { Choice, Prompts } from '../../../src/cli/prompts.ts';
import { bookableWindows, dateChoices } from '../../../src/commands/slot/booking.ts';
import { scriptedPrompts } from '../../support/cli.ts';
import { testbedForEach } from '../../support/testbed.ts';
import { testNow } from '../../support/time.ts';

const testbed = testbedForEach();

/** The answers before the review: warehouse, day, window, vehicle, loading, SKUs, pallets, number. */
const usual = ['Northgate FC', '2026-09-04', 'morning', 'truck', 'mixed', 'lt_10', '', ''];

const book = (answers: readonly string[], args: readonly string[] = []) =>
  testbed.cfi(['slot', 'book', ...args], { tty: true, answers });

interface ChooseQuestion {
  readonly choices: readonly Choice[];
  readonly default?: string;
}

describe('cfi slot book on a terminal', () => {
  it('asks for everything and ends with the equivalent command line', async () => {
    const answers = ['Thames Reach FC', '2026-09-04', 'afternoon', 'container', '40ft', 'palletised'];
    const { code, stderr, askedFor } = await book([...answers, 'gt_20', '12', "O'Neill 7", 'y']);
    expect(code).toBe(0);
    expect(askedFor).toHaveLength(10);
    const line =
      "cfi slot book --date 2026-09-04 --window afternoon --warehouse 'Thames Reach FC' --loading-type palletised " +
      `--number-of-skus gt_20 --delivery-type container --container-size 40ft --pallet-count 12 --vehicle 'O'"'"'Neill 7' --emulator`;
    expect(stderr.trimEnd().endsWith(`the same without prompts: ${line}`)).toBe(true);
    const [slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).toMatchObject({ containerSize: '40ft', palletCount: 12, containerTruckNumber: "O'Neill 7" });
  });

  it('books no second slot beside one that somebody else has booked while the review was open', async () => {
    const given =
      'slot book --date 2026-09-04 --window morning --loading-type loose --number-of-skus lt_10 --delivery-type truck';
    const other = [...given.split(' '), '--warehouse', 'Northgate FC'];
    const prompts = scriptedPrompts(['Northgate FC', '', '', 'y'], []);
    let asked = 0;
    const { code, stderr } = await testbed.cfi(given.split(' '), {
      tty: true,
      deps: {
        prompts: async () => ({
          ...prompts,
          async confirm(question) {
            asked += 1;
            await testbed.cfi(other);
            return prompts.confirm(question);
          },
        }),
      },
    });
    expect([code, asked, stderr.replaceAll('\n  ', ' ')]).toEqual([
      6,
      1,
      expect.stringContaining('A slot for exactly this is already booked: SLOT-000001'),
    ]);
    expect((await testbed.acme.get('/inbound-slot')).body.data).toHaveLength(1);
  });

  it('names a value that looks like an option together with its flag', async () => {
    const answers = ['Thames Reach FC', '2026-09-04', 'afternoon', 'truck', 'palletised', 'gt_20'];
    const { stderr } = await book([...answers, '12', '--yes', 'y']);
    expect(stderr).toContain(' --pallet-count 12 --vehicle=--yes --emulator');
  });

  it.each([
    [['--state', 'my state'], "--emulator --state 'my state'"],
    [['--profile', 'night'], '--profile night --emulator'],
  ])('ends with the command line for the same place: %j', async (args, line) => {
    const { stderr } = await book([...usual, 'y'], args);
    expect(stderr.trimEnd().endsWith(line)).toBe(true);
  });

  it('asks for no container size for a truck, accepts values outside its lists, and omits empty answers', async () => {
    const { code, stderr } = await book([...usual.toSpliced(4, 0, 'other'), 'y']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      '--loading-type mixed --number-of-skus lt_10 --delivery-type truck --emulator\n',
    );
    const [slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(Object.keys(slot)).not.toContain('containerSize');
    expect(Object.keys(slot)).not.toContain('palletCount');
  });

  it('asks for the day again if its last window passes while a question is open', async () => {
    const asked: string[] = [];
    const rest = ['truck', 'mixed', 'lt_10', '', '', 'y', '2026-09-03', 'morning', 'y'];
    const prompts = scriptedPrompts(['2026-09-01', '2026-09-02', 'afternoon', ...rest], asked);
    let reviews = 0;
    const { code } = await testbed.cfi(['slot', 'book', '--warehouse', 'Northgate FC'], {
      tty: true,
      deps: {
        now: testbed.emulator.now,
        monotonicNow: testbed.emulator.now,
        prompts: async () => ({
          ...prompts,
          async choose(question) {
            const answer = await prompts.choose(question);
            if (answer === '2026-09-01') await testbed.wait(5 * 3_600_000);
            return answer;
          },
          async confirm(question) {
            if (reviews++ === 0) await testbed.wait(24 * 3_600_000);
            return prompts.confirm(question);
          },
        }),
      },
    });
    expect([code, reviews]).toEqual([0, 2]);
    expect(asked.slice(0, 3)).toEqual(['Which day?', 'Which day?', 'Which window?']);
    expect(asked.slice(-3, -1)).toEqual(['Which day?', 'Which window?']);
    const [slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).toMatchObject({ date: '2026-09-03', window: 'morning' });
  });

  it('asks only for missing values', async () => {
    const given = ['--date', '2026-09-04', '--window', 'morning', '--warehouse', 'Northgate FC'];
    const more = '--loading-type palletised --delivery-type truck --pallet-count 1 --vehicle X'.split(' ');
    const { code, askedFor } = await book(['lt_10', 'y'], [...given, ...more]);
    expect([code, askedFor]).toEqual([0, ['How many SKUs?', expect.stringMatching(/^Book Northgate FC/)]]);
  });

  it('reviews the name of the warehouse as the service has it', async () => {
    const answers = [...usual.slice(1), 'y'];
    const { code, stderr, askedFor } = await book(answers, ['--warehouse', 'northgate fc']);
    expect([code, askedFor.at(-1)]).toEqual([0, expect.stringContaining('Northgate FC')]);
    expect(stderr).toContain('--warehouse: Northgate FC');
  });

  it('refuses a wrong value before it asks anything', async () => {
    const { code, askedFor } = await book([], ['--date', '2026-02-30']);
    expect([code, askedFor]).toEqual([2, []]);
  });

  it('accepts a day beyond its list, but none in the past', async () => {
    const rest = ['morning', 'truck', 'palletised', 'lt_10', '', '', 'y'];
    const { code } = await book(['Northgate FC', 'other', '2026-12-01', ...rest]);
    expect(code).toBe(0);
    const past = await book(['Northgate FC', 'other', '2026-08-31', ...rest]);
    expect(past.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the windows of Mon 31 Aug are over: choose a later day',
    );
  });

  it('keeps a day beyond its list when it is asked for again', async () => {
    const given =
      '--date 2026-12-01 --window morning --loading-type loose --number-of-skus lt_10 --delivery-type truck';
    const scripted = scriptedPrompts(['b', 'date', 'y'], []);
    const days: ChooseQuestion[] = [];
    const { code } = await testbed.cfi(['slot', 'book', ...given.split(' '), '--warehouse', 'Northgate FC'], {
      tty: true,
      deps: {
        prompts: async () => ({
          ...scripted,
          async choose(question) {
            const answer = await (question.message === 'Which day?'
              ? question.default
              : scripted.choose(question));
            if (question.message === 'Which day?') days.push(question);
            return answer ?? '';
          },
        }),
      },
    });
    expect(code).toBe(0);
    expect([days[0]?.default, days[0]?.choices[0]]).toEqual([
      '2026-12-01',
      { value: '2026-12-01', name: 'Tue 1 Dec' },
    ]);
  });

  it('offers Mondays only if a profile says that the warehouse accepts them', async () => {
    const answers = ['Thames Reach FC', '2026-09-07', 'morning', 'truck', 'palletised', 'lt_10', '', '', 'y'];
    expect((await book(answers)).stderr).toContain('"2026-09-07" is none of');
    await testbed.cfi(['config', 'set', 'monday_warehouses', 'Auto FC, thames reach fc']);
    expect((await book(answers)).code).toBe(0);
  });

  it('takes no Monday beyond its list either, unless the warehouse accepts them', async () => {
    const rest = ['morning', 'truck', 'palletised', 'lt_10', '', '', 'y'];
    const closed = await book(['Thames Reach FC', 'other', '2026-11-30', ...rest]);
    expect(closed.stderr).toContain('that is a Monday');
    expect(closed.stderr).toContain("cfi config set monday_warehouses 'Thames Reach FC'");
    expect((await testbed.acme.get('/inbound-slot')).body.data).toEqual([]);
    await testbed.cfi(['config', 'set', 'monday_warehouses', 'Thames Reach FC']);
    expect((await book(['Thames Reach FC', 'other', '2026-11-30', ...rest])).code).toBe(0);
  });

  it('asks for the day again when the review changes to a warehouse that is closed then', async () => {
    await testbed.cfi(['config', 'set', 'monday_warehouses', 'Thames Reach FC']);
    const first = ['Thames Reach FC', '2026-09-07', 'morning', 'truck', 'palletised', 'lt_10', '', ''];
    const { code } = await book([...first, 'b', 'warehouse', 'Northgate FC', '2026-09-08', 'y']);
    expect(code).toBe(0);
    const [slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).toMatchObject({ warehouse: 'Northgate FC', date: '2026-09-08' });
  });

  it('asks for the name of the warehouse when locations cannot be read', async () => {
    await testbed.admin.post('/faults', { match: { path: '/inventory' }, do: { status: 403 } });
    expect((await book([...usual, 'y'])).code).toBe(0);
  });

  it('ends with a review in which any answer can be changed', async () => {
    const answers = ['Northgate FC', '2026-09-04', 'morning', 'truck', 'mixed', 'lt_10', '6', 'AB12 CDE'];
    const changes = ['b', 'deliveryType', 'container', '40ft', 'b', 'palletCount', '', 'y'];
    const { code, askedFor } = await book([...answers, ...changes]);
    expect(code).toBe(0);
    expect(askedFor[8]).toBe(
      'Book Northgate FC, Fri 4 Sep morning, truck, mixed, fewer than 10 SKUs, 6 pallets, vehicle AB12 CDE?',
    );
    expect(askedFor.slice(9, 12)).toEqual([
      'Which answer do you want to change?',
      'How is it delivered?',
      'Which container size?',
    ]);
    const [slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).toMatchObject({ deliveryType: 'container', containerSize: '40ft' });
    expect(slot).not.toHaveProperty('palletCount');
  });

  it('says in the review which slot is booked for exactly the same, and books it all the same after y', async () => {
    const first = await testbed.book({ deliveryType: 'truck', loadingType: 'mixed', palletCount: 6 });
    const answers = ['Northgate FC', '2026-09-04', 'morning', 'truck', 'mixed', 'lt_10', '6', '-'];
    const changes = ['b', 'window', 'afternoon', 'b', 'window', 'morning', 'y'];
    const { code, askedFor, stderr } = await book([...answers, ...changes]);
    const said = `A slot for exactly this is already booked: ${first} (waiting for the warehouse)`;
    expect(askedFor.filter((question) => question.startsWith('Book '))).toHaveLength(3);
    expect([code, stderr.replaceAll(/\s+/g, ' ').split(said).length]).toEqual([0, 3]);
    expect(stderr).not.toContain('warning');
    expect((await testbed.acme.get('/inbound-slot')).body.data).toHaveLength(2);
  });

  it('books nothing if the answer to the review is no', async () => {
    const { code, stderr } = await book([...usual, 'n']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^nothing was sent$/m)]);
    expect((await testbed.acme.get('/inbound-slot')).body.data).toEqual([]);
  });

  it('goes back to the answers as they are, in words, each question with its answer first', async () => {
    await testbed.book({ window: 'afternoon', numberOfSkus: 'gt_20', containerTruckNumber: 'OLD 1' });
    const script = ['Northgate FC', '2026-09-04', 'morning', 'truck', 'mixed', 'lt_10', '12', 'AB12 CDE'];
    const back = ['b', 'window', '', 'b', 'numberOfSkus', '', 'b', 'palletCount', '', 'y'];
    const answers = [...script, ...back];
    const asked: { readonly message: string; readonly names?: readonly string[]; readonly first: string }[] =
      [];
    const answered = (message: string, first: string, names?: readonly string[]): string => {
      asked.push({ message, first, ...(names === undefined ? {} : { names }) });
      const answer = answers[asked.length - 1] ?? '';
      return answer === '' ? first : answer;
    };
    const prompts = {
      choose: async ({ message, choices }: ChooseQuestion & { readonly message: string }) =>
        answered(
          message,
          choices[0]?.value ?? '',
          choices.map(({ name = '' }) => name),
        ),
      text: async ({ message, default: initial = '' }: { message: string; default?: string }) =>
        answered(message, initial),
      confirm: async ({ message }: { message: string }) => {
        const answer = answered(message, 'y');
        return answer === 'b' ? 'back' : answer === 'y';
      },
    } as unknown as Prompts;
    const { code } = await testbed.cfi(['slot', 'book'], {
      tty: true,
      deps: { prompts: async () => prompts },
    });
    expect(code).toBe(0);
    expect(asked.find(({ message }) => message === 'Which answer do you want to change?')?.names).toEqual([
      ...['Warehouse: Northgate FC', 'Day: Fri 4 Sep', 'Window: morning', 'Vehicle: truck'],
      ...['Loading: mixed', 'Number of SKUs: fewer than 10', 'Pallets: 12', 'Vehicle number: AB12 CDE'],
    ]);
    expect(asked.slice(script.length).map(({ first }) => first)).toEqual(
      expect.arrayContaining(['morning', 'lt_10', '12']),
    );
  });

  it('keeps the answers as a command line if the service refuses them, or the person does', async () => {
    const { code, stderr } = await book([...usual.toSpliced(4, 1, 'other', 'floor'), 'y']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^your answers: cfi slot book --date 2026-09-04 .* --loading-type floor .*\n.*loadingType must be/m,
    );
    const no = await book([...usual, 'n']);
    expect([no.code, no.stderr]).toEqual([3, expect.stringMatching(/^your answers: .* 2026-09-04 /m)]);
    const flags = ['--date', '2026-09-04', '--window', 'morning', '--warehouse', 'Northgate FC'];
    const given = await book([], [...flags, '--loading-type', 'floor', '--number-of-skus', 'lt_10']);
    expect(given.stderr).not.toContain('your answers');
  });

  it('suggests no second booking if the first may have been taken', async () => {
    await testbed.admin.post('/faults', {
      match: { method: 'POST', path: '/inbound-slot' },
      phase: 'after-commit',
      do: { socket: 'reset' },
    });
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot' },
      when: { skip: 2 },
      do: { status: 503 },
    });
    const { code, stderr } = await book([...usual, 'y'], ['--max-retries', '1']);
    expect(code).toBe(10);
    expect(stderr).not.toContain('your answers');
  });

  it('books nothing if cancelled at the review', async () => {
    expect((await book(usual)).code).not.toBe(0);
    expect((await testbed.acme.get('/inbound-slot')).body.data).toEqual([]);
  });

  it('offers the answers of the last booking first', async () => {
    const last = { warehouse: 'Thames Reach FC', numberOfSkus: 'gt_20', date: '2026-09-09' };
    await testbed.book({ ...last, palletCount: 3 });
    const first: (string | undefined)[] = [];
    const defaults: (string | undefined)[] = [];
    const prompts = {
      choose: async ({ choices, default: initial = choices[0]?.value ?? '' }: ChooseQuestion) => {
        first.push(choices[0]?.value);
        return initial;
      },
      text: async ({ default: initial = '' }: { default?: string }) => {
        defaults.push(initial);
        return initial;
      },
      confirm: async () => true,
    } as unknown as Prompts;
    const { code } = await testbed.cfi(['slot', 'book'], {
      tty: true,
      deps: { prompts: async () => prompts },
    });
    expect(code).toBe(0);
    expect([first[0], first[5]]).toEqual(['Thames Reach FC', 'gt_20']);
    expect(defaults[0]).toBe('3');
    const slots = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slots[1]).toMatchObject(last);
  });

  it("offers no window that is past by the service's clock", async () => {
    await testbed.advance('1h');
    const now = testNow + 3_600_000;
    expect(bookableWindows('2026-09-01', now)).toEqual(['afternoon']);
    const answers = usual.with(1, '2026-09-01');
    expect((await book(answers)).stderr).toContain('"morning" is none of afternoon');
    expect(dateChoices(testNow + 12 * 3_600_000, false)[0]?.disabled).toBe('too late');
    await testbed.advance('12h');
    const over = await book([], ['--date', '2026-09-01']);
    expect([over.code, over.askedFor, over.stderr]).toEqual([
      2,
      [],
      expect.stringContaining('the windows of Tue 1 Sep are over'),
    ]);
  });

  it('asks for the window again if the given one is over on the chosen day', async () => {
    await testbed.advance('1h');
    const rest = ['truck', 'mixed', 'lt_10', '', '', 'y'];
    const morning = ['--warehouse', 'Northgate FC', '--window', 'morning'];
    const today = await book(['2026-09-01', 'afternoon', ...rest], morning);
    expect([today.code, today.askedFor[1]]).toEqual([0, 'Which window?']);
    const later = await book(['2026-09-02', ...rest], morning);
    expect([later.code, later.askedFor[1]]).toEqual([0, 'How is it delivered?']);
    const slots = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slots.map(({ window }: { window: string }) => window)).toEqual(['afternoon', 'morning']);
  });

  it('counts days by UK time', () => {
    const lateUtc = Date.parse('2026-09-06T23:30:00Z');
    const days = dateChoices(lateUtc, false);
    expect(days[0]).toEqual({
      value: '2026-09-07',
      name: 'Mon 7 Sep (today)',
      disabled: 'closed on Mondays',
    });
    expect(days).toHaveLength(14);
    expect(days.filter(({ disabled }) => disabled !== undefined)).toHaveLength(2);
    expect(dateChoices(lateUtc, true).some(({ disabled }) => disabled !== undefined)).toBe(false);
  });
});
