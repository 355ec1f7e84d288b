import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answers, plan, proposalFor, upload } from './proposed.ts';

/** What is right for a file, judged by its own header and rows. */
interface Expected {
  readonly set?: readonly (readonly [string, string])[];
  /** What a seller answers: the beginning of the answer to each question, by its id. */
  readonly answers?: Answers;
  readonly asked?: readonly string[];
  readonly missing?: readonly string[];
  /** The parcels. */
  readonly sent?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly problems?: readonly string[];
  readonly warnings?: readonly string[];
  /** Why the file is refused. */
  readonly error?: string;
}

const expected = JSON.parse(readFileSync('fixtures/proposals/expected.json', 'utf8')) as Record<
  string,
  Expected
>;
/** Whether the file is no shop's usual export, but has something that few have, such as numbered items. */
const isCase = (name: string): boolean => existsSync(`fixtures/cases/${name}.csv`);
const contentOf = (name: string): Buffer =>
  readFileSync(`fixtures/${isCase(name) ? 'cases' : 'proposals'}/${name}.csv`);

/** The warnings that are about the file, and not about the day of the test. */
const ofFile = (warnings: readonly string[]): string[] =>
  warnings.filter((text) => !text.includes('is in the past'));

it.each(Object.entries(expected))(
  'the proposal for %s asks, and ends in the right parcels',
  async (name, right) => {
    const { set = [], answers = {}, error, asked = [], missing, sent, leftOut } = right;
    expect(asked).toEqual(expect.arrayContaining(Object.keys(answers)));
    const content = contentOf(name);
    const made = plan(content, answers, { set });
    if (error !== undefined) {
      await expect(made).rejects.toThrow(error);
      return;
    }
    const found = await made;
    expect({ asked: found.asked, missing: found.missing }).toEqual({ asked, missing });
    expect({ sent: found.sent, leftOut: found.leftOut }).toEqual({ sent, leftOut });
    const { problems = [], warnings = [] } = right;
    expect({ problems: found.problems, warnings: ofFile(found.warnings) }).toEqual({ problems, warnings });
    if (isCase(name)) {
      // A proposal that starts from this one changes nothing.
      const { $ask: _open, ...map } = found.proposal.map;
      const again = await proposalFor(content, { set }, map);
      expect(again.questions.map(({ id }) => id)).toEqual(asked);
      expect({ ...again.map, $ask: undefined }).toEqual({ ...map, $ask: undefined });
    }
    // Each column is read, asked about or listed; a preset knows its own.
    if ('$extends' in found.map) return;
    const reported = JSON.stringify(found.proposal.map);
    for (const { name: column } of found.proposal.columns) expect(reported).toContain(JSON.stringify(column));
  },
);

describe('the map made today, with the file of tomorrow,', () => {
  it.each([
    {
      file: 'blank-today',
      sent: ['T-2 to Bo Sample', 'T-3 to Carl Muster'],
      leftOut: [],
      problems: [
        'T-4: Delivery point is Parcelshop 1234, 9 High St, Leeds, but was blank when the map was made',
      ],
      warnings: [
        'T-2: Note may ask not to ship the order: cancel this, ordered twice',
        'T-3: Note may ask not to ship the order: do not ship until paid',
      ],
    },
    {
      file: 'note',
      sent: ['N-3 to Bo Sample'],
      leftOut: [],
      problems: [],
      warnings: ['N-3: Note may ask not to ship the order: customer rang: do not send'],
    },
    {
      file: 'same-line-twice',
      sent: ['E-1 to Ada Example', 'E-2 to Bo Sample'],
      leftOut: [],
      problems: [],
      warnings: [],
    },
    { file: 'refunded-later', sent: [], leftOut: ['Z-1 refunded'], problems: [], warnings: [] },
  ])('is right about $file', async ({ file, sent, ...right }) => {
    const { map } = await plan(contentOf(file), expected[file]?.answers);
    const found = await upload(contentOf(`${file}.tomorrow`), map);
    expect(found.sent.map((parcel) => parcel.split(',')[0])).toEqual(sent);
    const { leftOut, problems, warnings } = found;
    expect({ leftOut, problems, warnings: ofFile(warnings) }).toEqual(right);
  });

  it('sends the goods of a row once that was exported twice', async () => {
    const { map } = await plan(contentOf('same-line-twice'), expected['same-line-twice']?.answers);
    const { sent } = await upload(contentOf('same-line-twice.tomorrow'), map);
    expect(sent.map((parcel) => parcel.split(': ')[1])).toEqual([
      '2 A-1 (Tent) at 10 GBP',
      '1 A-1 (Tent) at 10 GBP',
    ]);
  });

  it('can leave out what has a note, by a rule', async () => {
    const { map } = await plan(contentOf('note'));
    const rule = { ...map, $leaveOut: [{ column: 'Note', filled: true, reason: 'on-hold' }] };
    const { sent, leftOut } = await upload(contentOf('note.tomorrow'), rule);
    expect({ sent, leftOut }).toEqual({ sent: [], leftOut: ['N-3 on-hold'] });
  });
});

it('the set or its parts are sent, as the values of their kind are answered', async () => {
  const answers = expected['set-and-parts']?.answers ?? {};
  const parts = {
    'product_type: simple': 'send it',
    'product_type: configurable': 'leave it out: there is nothing',
    'product_type: bundle': 'leave it out: there is nothing',
  };
  const { sent, problems } = await plan(contentOf('set-and-parts'), { ...answers, ...parts });
  expect(sent.map((parcel) => parcel.split(': ')[1])).toEqual([
    '1 AC-TENT-2 (Two-person tent) at 129 GBP; 2 AC-STOVE-GAS (Gas stove) at 34.5 GBP',
  ]);
  // A part whose price stands with its set has none of its own.
  expect(problems).toEqual(['100000031: PricePerUnit must be at least 0.01']);
});
