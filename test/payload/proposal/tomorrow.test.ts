import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MapMembers, Question } from '../../../src/payload/proposal/questions.ts';
import { answered } from '../../../src/payload/proposal/questions.ts';
import { plain, proposalFor, upload } from './proposed.ts';

/** Columns that no name is known for, with what may stand in them. */
const columns = ['Status', 'Way', 'Delivery?', 'Colour', 'Hub', 'Serial', 'Released'];
const values = [
  '',
  'unfulfilled',
  'Cancelled',
  'on the way',
  'Y',
  'N',
  'red',
  '7',
  '2026-11-25',
  'call first',
];

/** Rows with a cell for each of some columns. */
const table = fc.uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 4 }).chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc.array(
      fc.array(fc.constantFrom(...values), { minLength: names.length, maxLength: names.length }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  }),
);

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
const fileOf = ({ names, rows }: Table): string =>
  plain(names.join(','), ...rows.map((cells) => cells.join(',')));

/** What a person says about the columns of a question: never that something is not needed which nobody was shown. */
const answerAll = (map: MapMembers, questions: readonly Question[], picks: readonly number[]): MapMembers =>
  questions.reduce((all, question, at) => {
    const { choices } = question;
    const choice = choices[(picks[at] ?? 0) % choices.length];
    return choice === undefined ? all : answered(all, question, choice);
  }, map);

it('sends nothing of a later file that nobody has seen, whatever was answered about the first', async () => {
  const picks = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
  let sentAtAll = 0;
  await fc.assert(
    fc.asyncProperty(
      table,
      picks,
      fc.nat(),
      fc.constantFrom('somewhere', 'x-9', 'on Monday'),
      async (first, answers, at, news) => {
        const { map, questions } = await proposalFor(fileOf(first));
        const agreed = answerAll(map, questions, answers);
        const today = await upload(fileOf(first), agreed);
        sentAtAll += today.sent.length;
        // Everything that was seen is sent or left out: nothing of it is an error.
        expect(today.problems).toEqual([]);

        const unused = [agreed.$unused].flat().filter((each) => typeof each === 'string');
        const rules = JSON.stringify([agreed.$leaveOut, agreed.$dropLines, agreed.$notes]);
        const index = at % first.names.length;
        const name = first.names[index] ?? '';
        const changed = {
          names: first.names,
          rows: [first.rows[0]?.map((cell, each) => (each === index ? news : cell)) ?? []],
        };
        const tomorrow = await upload(fileOf(changed), agreed);
        const isSeen = unused.includes(name) || rules.includes(JSON.stringify(name));
        if (!isSeen) expect({ name, sent: tomorrow.sent }).toEqual({ name, sent: [] });

        const added = {
          names: [...first.names, 'New column'],
          rows: first.rows.map((cells) => [...cells, news]),
        };
        expect((await upload(fileOf(added), agreed)).sent).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
  expect(sentAtAll).toBeGreaterThan(0);
});
