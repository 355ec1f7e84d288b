import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { escapeKey, type Prompts } from '../../src/cli/prompts.ts';
import { CfiError } from '../../src/errors.ts';
import { type CliOptions, runCli, type ScriptedAnswer, scriptedPrompts } from '../support/cli.ts';
import { dataOf, homeWith } from '../support/upload/home-with.ts';

const header = 'Order #;Date;Status;Ship to;Street;City;Postcode;Country;SKU;Product;Qty;Price;Weight';
const line = (ref: string, status: string, more = '1 kg'): string =>
  `${ref};03/08/2026 10:00;${status};Ada Byron;1 High Street;Leeds;LS1 4AB;GB;AC-TENT-2;Tent;1;£129.00;${more}`;
const content = [header, line('S-1', 'Ready for us'), line('S-2', 'Cancelled'), line('S-3', 'Wait')].join(
  '\n',
);

function shop(text = content): string {
  const home = homeWith('shop.csv', text);
  return home;
}
const map = (home: string, args: readonly string[] = [], options: CliOptions = {}) =>
  runCli(['order', 'map', 'shop.csv', ...args], { home, tty: true, ...options });
/** The map that was saved there. */
const savedIn = (home: string, name = 'shop.map.json'): Record<string, unknown> =>
  JSON.parse(readFileSync(join(home, name), 'utf8'));
/** What a map says of the values of the status, apart from the words that it knows. */
const saysOf = ({ $statuses }: Record<string, unknown>, value: string): string[] =>
  ($statuses as { ship?: string[]; leaveOut?: Record<string, string[]> }[]).flatMap(({ ship, leaveOut }) =>
    Object.entries({ ship: ship ?? [], ...leaveOut }).flatMap(([said, all]) =>
      all.includes(value) ? said : [],
    ),
  );

/** The day first; who is ready ships, the other waits; what no file contains; the weight is not needed. */
const answers: readonly ScriptedAnswer[] = [
  ...['answer', '0', ['0'], 'on-hold', '36h', 'PAID', 'Northgate FC', 'Europe/London', 'unneeded'],
];
const saved: readonly ScriptedAnswer[] = ['save', 'shop.map.json', false];

/** Prompts that answer in order, and what each choice offered, by its message. */
function offering(given: readonly ScriptedAnswer[]) {
  const offered = new Map<string, readonly string[]>();
  const scripted = scriptedPrompts(given, []);
  const noted =
    <Question extends Parameters<Prompts['choose']>[0], Answer>(ask: (question: Question) => Answer) =>
    (question: Question): Answer => {
      offered.set(
        question.message,
        question.choices.map(({ name, value }) => name ?? value),
      );
      return ask(question);
    };
  const prompts: Prompts = { ...scripted, choose: noted(scripted.choose), tick: noted(scripted.tick) };
  return { offered, deps: { prompts: async () => prompts } };
}

/** Options that leave only the questions about columns. */
const given = [
  ...['--dates', 'dmy', '--dispatch-within', '36h', '--warehouse', 'Northgate FC'],
  ...['--timezone', 'Europe/London', '--set', 'PaymentStatus=PAID'],
];

describe('the sheet of order map', () => {
  it('is led back to by Esc, with all that was answered, and left by a choice alone', async () => {
    const home = shop();
    const back = [escapeKey, 'answer', escapeKey, 'change', 'column', escapeKey];
    const saving = ['save', escapeKey, 'shop.map.json', false];
    const { code } = await map(home, [], { answers: [...back, ...answers, escapeKey, ...saving] });
    expect(code).toBe(0);
    expect(saysOf(savedIn(home), 'Wait')).toEqual(['on-hold']);
  });

  it('names a column of days that is open with the other columns', async () => {
    const home = shop(`${header};Ship after\n${line('S-1', 'Paid')};04/12/2026`);
    const { code, stderr } = await map(home, given, { answers: ['stop'] });
    expect([code, stderr]).toEqual([3, expect.stringContaining('not decided yet: Ship after, Weight\n')]);
  });

  it('shows its parts, asks what is open, shows the parcels, and saves a map that uploads', async () => {
    const home = shop();
    const outcome = await map(home, [], {
      columns: 80,
      answers: [...answers, ...saved],
      env: { NO_COLOR: '1' },
    });
    expect(outcome.askedFor).toEqual([
      '6 questions are open. What next?',
      'How are the dates in Date written (03/08/2026 10:00)?',
      'Status: tick which orders should be sent',
      'Status: why are these not sent? Wait × 1',
      'How soon after it was placed must an order leave?',
      'Are these orders paid?',
      'Which warehouse ships these orders?',
      'Which time zone are the times in?',
      'Is this column needed?',
      'Are these parcels right?',
      'Save the map as',
      'Use shop.map.json for every upload of the profile default?',
    ]);
    expect(outcome.code).toBe(0);
    const [before, after] = outcome.stderr.split('Nothing reads these columns.') as [string, string];
    expect(before).toMatch(/reference: +Order # \(S-1, S-2, S-3\)\n/);
    expect(before).toMatch(/order date: +not decided yet\n/);
    expect(before).toMatch(/warehouse: +MISSING: nothing fills it yet\n/);
    const statuses = ['Ready for us × 1, Wait × 1: not decided yet', 'Cancelled × 1: left out as cancelled'];
    expect(before).toContain(`  Status:\n    ${statuses.join('\n    ')}\n`);
    expect(before).toContain('not decided yet: Weight\n');
    expect(before).not.toContain('Parcel');
    expect(after).toContain('\n  Weight: 1 kg × 3\n');
    expect(after).toMatch(/Date, read as DD\/MM\/YYYY HH:mm/);
    expect(after).toContain('    Wait × 1: left out as on-hold\n');
    expect(after).toContain('  Weight: not needed. 1 kg × 3\n');
    expect(after).toMatch(/Parcel S-1\nto: +Ada Byron\naddress: +1 High Street, Leeds, LS1 4AB, GB\n/);
    expect(after).toContain('1 × AC-TENT-2 Tent, 129.00 GBP each');
    expect(after).toMatch(/placed: +\w{3} 3 Aug 10:00 BST, PAID, dispatch by \w{3} 4 Aug 22:00 BST\n/);
    expect(after).toContain('1 order can be sent.');
    expect(after).toContain('1 order left out as cancelled: S-2');
    for (const each of outcome.stderr.split('\n'))
      if (!each.includes('cfi order create')) expect(each.length).toBeLessThanOrEqual(80);
    // It is in its file, and need not fill the screen as well.
    expect(outcome.stdout).toBe('');
    const command = /: (cfi order create .* --dry-run)\n/.exec(outcome.stderr)?.[1] ?? '';
    const uploaded = await runCli(command.split(' ').slice(1, -1).concat('--emulator', '--json'), { home });
    expect(dataOf(uploaded)).toMatchObject({
      created: 1,
      leftOut: [
        { ReferenceNumber: 'S-2', reason: 'cancelled' },
        { ReferenceNumber: 'S-3', reason: 'on-hold' },
      ],
    });
  });

  it('decides nothing by Enter alone, until everything is answered', async () => {
    const { offered, deps } = offering([...answers, 'stop']);
    await map(shop(), [], { deps });
    const first = [...offered].flatMap(([message, [choice = '']]) =>
      message.includes('Tick') ? [] : choice,
    );
    expect(first).toEqual([
      'answer them',
      'decide later',
      'Ready for us × 1',
      'decide later',
      'decide later',
      'yes: say what it is',
      'save this map',
    ]);
  });

  it('ticks no value that nobody has said is sent', async () => {
    const ticked: unknown[] = [];
    const scripted = scriptedPrompts([...answers, 'change', 'status', 'Status', ['0'], 'stop'], []);
    const prompts: Prompts = {
      ...scripted,
      tick: (question) => {
        ticked.push(question.ticked);
        return scripted.tick(question);
      },
    };
    await map(shop(), [], { deps: { prompts: async () => prompts } });
    // Later the tick of the one that was said to be sent stands there.
    expect(ticked).toEqual([[], ['0']]);
  });

  it('asks for a reason for each value, or for all, and takes a column for not needed if none is sent', async () => {
    const each = shop();
    await map(each, given, { answers: ['answer', [], 'each', 'pickup', 'unpaid', 'unneeded', ...saved, ''] });
    expect([saysOf(savedIn(each), 'Ready for us'), saysOf(savedIn(each), 'Wait')]).toEqual([
      ['pickup'],
      ['unpaid'],
    ]);
    const all = shop();
    await map(all, given, {
      answers: ['answer', [], 'fulfilled', 'unneeded', 'save', 'shop.map.json', false],
    });
    expect(saysOf(savedIn(all), 'Wait')).toEqual(['fulfilled']);
    const none = shop();
    await map(none, given, {
      answers: ['answer', [], 'unneeded', 'unneeded', 'save', 'shop.map.json', false],
    });
    expect(savedIn(none)).toMatchObject({ $unused: ['Status', 'Weight'] });
    expect(savedIn(none).$statuses).toBeUndefined();
  });

  it('keeps what was answered when something else is changed', async () => {
    const home = shop();
    const change = ['change', 'status', 'Status', ['0', '2'], 'change', 'field', 'ItemTitle', '8'];
    // The column that had filled it is then asked about.
    const freed = ['answer', 'unneeded'];
    const { code, stderr } = await map(home, [], { answers: [...answers, ...change, ...freed, ...saved] });
    expect(code).toBe(0);
    const kept = savedIn(home);
    expect(saysOf(kept, 'Wait')).toEqual(['ship']);
    expect(saysOf(kept, 'Ready for us')).toEqual(['ship']);
    expect(kept).toMatchObject({
      ItemTitle: 'SKU',
      ReceivedDate: { date: 'DD/MM/YYYY HH:mm' },
      warehouse_name: { const: 'Northgate FC' },
    });
    // Only the parts that a change has changed are shown again.
    expect(stderr.split('1. Where each field comes from')).toHaveLength(4);
    expect(stderr.split('2. Which statuses are sent')).toHaveLength(4);
    expect(kept.$unused).toEqual(['Weight', 'Product']);
  });

  it('leaves to a preset what its export says', async () => {
    const home = shop(readFileSync('fixtures/demo/shop-export-tuesday.csv', 'utf8'));
    const { stderr } = await map(home, given, { answers: [...saved], env: { NO_COLOR: '1' } });
    expect(stderr.split('\n  as the preset shopify reads them\n')).toHaveLength(3);
  });

  it('shows a note with its parcel, where it asks whether the parcels are right', async () => {
    const text = [`${header.replace('Weight', 'Note')}`, line('S-1', 'paid', 'do not send yet')].join('\n');
    const { stderr } = await map(shop(text), given, { answers: [...saved], env: { NO_COLOR: '1' } });
    expect(stderr).toMatch(/Parcel S-1\n(?:.*\n)+note: +do not send yet\n/);
  });

  it.each<[string, readonly ScriptedAnswer[], Record<string, unknown>]>([
    ['a note', ['note'], { $notes: ['Weight'] }],
    ['not needed', ['unneeded'], { $unused: ['Weight'] }],
    [
      'what leaves the order out',
      ['leave', 'on-hold'],
      { $leaveOut: [{ column: 'Weight', filled: true, reason: 'on-hold' }] },
    ],
    [
      'what is no goods',
      ['goods', ['1']],
      {
        $statuses: expect.arrayContaining([
          expect.objectContaining({ column: 'Weight', leaveOut: { 'not-goods': ['digital'] }, of: 'line' }),
        ]),
      },
    ],
    ['what is no order', ['row', ['0', '1']], { $skipRows: [{ column: 'Weight', filled: true }] }],
    ['a field', ['field', 'DeliveryAddress.Company'], { 'DeliveryAddress.Company': 'Weight' }],
  ])('lets a column be %s', async (_, chosen, members) => {
    const home = shop([header, line('S-1', 'paid'), line('S-2', 'paid', 'digital')].join('\n'));
    const { code } = await map(home, given, { answers: ['answer', 'one', ...chosen, ...saved] });
    expect(code).toBe(0);
    expect(savedIn(home)).toMatchObject(members);
  });

  it('lets a column be a status of its own, or a day before which an order must not leave', async () => {
    const days = ['2026-08-20', '2026-12-24'];
    const text = [header, ...days.map((day, at) => line(`S-${at}`, 'paid', day))].join('\n');
    const status = shop(text);
    await map(status, given, { answers: ['answer', 'one', 'status', ['0'], 'on-hold', ...saved] });
    expect(saysOf(savedIn(status), days[1] ?? '')).toEqual(['on-hold']);
    const day = shop(text);
    const { stderr } = await map(day, given, { answers: ['answer', 'one', 'day', ...saved] });
    expect(savedIn(day).$leaveOut).toMatchObject([{ column: 'Weight', future: true, reason: 'on-hold' }]);
    expect(stderr).toContain('1 order left out as on-hold: S-1');
  });

  it('shows many columns a page at a time, each with its values, and takes none for seen that was not', async () => {
    const names = Array.from({ length: 33 }, (_, at) => `Extra ${at + 1}`);
    const cells = (value: string): string => names.map((name) => `${name} ${value}`).join(';');
    const home = shop([`${header};${names.join(';')}`, `${line('S-1', 'paid')};${cells('a')}`].join('\n'));
    const pages = ['unneeded', 'unneeded', 'later', 'stop'];
    const { stderr, askedFor } = await map(home, given, { columns: 80, answers: ['answer', ...pages] });
    expect(askedFor.slice(1, 4)).toEqual([
      'Is one of these 12 columns needed? 22 more come after.',
      'Is one of these 11 columns needed? 11 more come after.',
      'Is one of these 11 columns needed?',
    ]);
    for (const name of names) expect(stderr).toContain(`\n  ${name}: ${name} a × 1\n`);
    expect(stderr).toContain('  Extra 1: not needed. Extra 1 a × 1\n');
    expect(stderr).not.toContain('Extra 33: not needed');
  });

  it('saves a map with open questions only if asked to, and an upload refuses it', async () => {
    const home = shop();
    const { code, stderr } = await map(home, given, { answers: ['answer', ['0'], 'later', ...saved] });
    expect(code).toBe(9);
    expect(stderr).toContain('the map has 2 open questions:');
    const upload = await runCli(['order', 'create', 'shop.csv', '--map', 'shop.map.json', '--dry-run'], {
      home,
    });
    expect(upload.code).toBe(2);
    expect(upload.stderr).toContain('without an answer');
  });

  it('becomes the map of the profile where the user wants it', async () => {
    const home = shop();
    const { code } = await map(home, [], { answers: [...answers, 'save', 'shop.map.json', true] });
    expect(code).toBe(0);
    const args = ['--timezone', 'Europe/London', '--dispatch-within', '36h', '--dry-run', '--json'];
    const upload = await runCli(['order', 'create', 'shop.csv', ...args], { home });
    expect(dataOf(upload)).toMatchObject({ total: 1 });
    expect(upload.stderr).toMatch(/map: .*shop\.map\.json \(profile default\)\n/);
  });

  it('offers the warehouses that are known, and asks about one that is not', async () => {
    const home = shop();
    await runCli(['inventory', '--emulator'], { home });
    const typed = ['other', 'Nothgate FC', 'Nothgate FC'];
    const { offered, deps } = offering([
      ...answers.flatMap((answer) => (answer === 'Northgate FC' ? typed : [answer])),
      'stop',
    ]);
    const { code } = await map(home, ['--emulator'], { deps });
    expect(code).toBe(3);
    expect(offered.get('Which warehouse ships these orders?')).toEqual([
      ...['Midlands FC', 'Northgate FC', 'Thames Reach FC'],
      'another one: type its name',
    ]);
    expect(offered.get('Nothgate FC is not one of your warehouses. Which one do you mean?')).toEqual([
      ...['Northgate FC', 'Midlands FC', 'Thames Reach FC'],
      'use Nothgate FC as it is',
    ]);
  });

  it('asks the next question where one is left for later', async () => {
    const { offered, deps } = offering(['answer', [], 'later', 'answer', 'later', 'stop']);
    await map(shop(), given, { deps });
    expect([...offered.keys()].at(-1)).toBe('Is this column needed?');
  });

  it('fills a field from any column, from several, from none, or the same for all', async () => {
    const text = content.replace('City', 'Bananas').replace('Country', 'Apples').replaceAll(';GB;', ';?;');
    const home = shop(text);
    const filled = ['answer', ['0'], 'on-hold', 'field', '5', 'const', 'gb', 'later'];
    const { offered, deps } = offering([...filled, 'save', 'shop.map.json', false]);
    await map(home, given, { deps });
    expect([...offered.keys()]).toContain("Which column has the recipient's city?");
    expect(savedIn(home)).toMatchObject({ 'DeliveryAddress.CountryCode': { const: 'GB' } });
  });

  it.each([
    ['some orders are wrong', content.replace('LS1 4AB', ''), 'No order would be sent. Is the map right?'],
    [
      'none would be sent',
      content.replaceAll('Ready for us', 'Cancelled'),
      'No order would be sent. Is the map right?',
    ],
  ])('lets Enter change something where %s', async (_, text, message) => {
    const ticks = text.includes('Ready') ? [['0']] : [[]];
    const { offered, deps } = offering(['answer', ...ticks, 'on-hold', 'unneeded', 'stop']);
    const { code } = await map(shop(text), given, { deps });
    expect(code).toBe(3);
    expect(offered.get(message)).toEqual(['change something', 'save this map', 'stop, and write nothing']);
  });

  it('shows what is wrong with a map, and goes on', async () => {
    const home = shop([header, line('S-1', 'paid'), line('S-3', 'paid').replace('LS1 4AB', '')].join('\n'));
    const { stderr, code } = await map(home, given, { answers: ['answer', 'unneeded', ...saved] });
    expect(stderr).toMatch(/Errors in the others:\n {2}S-3, row 3: Postcode is missing/);
    expect(code).toBe(0);
  });

  it('never overwrites its input, and asks before it overwrites another file', async () => {
    const home = shop();
    writeFileSync(join(home, 'kept.json'), 'mine');
    const names = ['./shop.csv', 'kept.json', false, 'kept.json', true, false];
    const outcome = await map(home, [], { answers: [...answers, 'save', ...names] });
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('would overwrite the input file shop.csv');
    expect(readFileSync(join(home, 'shop.csv'), 'utf8')).toBe(content);
    expect(savedIn(home, 'kept.json')).toMatchObject({ ReferenceNumber: 'Order #' });
  });

  it('leaves nothing behind when it is stopped or interrupted', async () => {
    const home = shop();
    const stopped = await map(home, [], { answers: ['stop'] });
    expect([stopped.code, stopped.stdout]).toEqual([3, '']);
    const prompts: Prompts = {
      ...scriptedPrompts([...answers, 'save'], []),
      text: async () => Promise.reject(new CfiError('cancelled', 'interrupted')),
    };
    const interrupted = await map(home, [], { deps: { prompts: async () => prompts } });
    expect([interrupted.code, interrupted.stdout]).toEqual([130, '']);
    expect(existsSync(join(home, 'shop.map.json'))).toBe(false);
  });

  it('shows as open each field that an answer fills', async () => {
    const home = shop(readFileSync('fixtures/proposals/sage.csv', 'utf8'));
    const { stderr } = await map(home, given, { answers: ['stop'], env: { NO_COLOR: '1' } });
    expect(stderr).toMatch(/recipient's name: +not decided yet\n/);
  });

  it('does not ask for values from the profile or the command line', async () => {
    const home = shop();
    await runCli(['config', 'set', 'warehouse', 'Northgate FC'], { home });
    await runCli(['config', 'set', 'timezone', 'Europe/London'], { home });
    const args = ['--dispatch-within', '36h', '--set', 'PaymentStatus=PAID', '--dates', 'dmy'];
    const { askedFor, code } = await map(home, args, {
      answers: ['answer', ['0'], 'on-hold', 'unneeded', ...saved],
    });
    expect([code, askedFor.length]).toEqual([0, 7]);
  });
});
