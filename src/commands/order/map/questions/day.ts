import type { MapEntry } from '../../../../payload/proposal/entries.ts';
import { backChoice, goBack } from '../answers.ts';
import type { Question } from './question.ts';

/** The format of an entry for dates. */
const formatIn = (entry: MapEntry): string =>
  typeof entry === 'object' && typeof entry.date === 'string' ? entry.date : '';

/** Asks whether the day or the month comes first, if the dates do not show it. */
export const dayQuestion = (field: string): Question => ({
  id: `${field} day`,
  async ask({ prompts, proposal: { draft, columns } }) {
    const proposal = draft.fields.get(field);
    const column = columns.find(({ name }) => name === proposal?.columns[0]);
    if (proposal?.swapped === undefined || column?.dates?.swapped === undefined) return true;
    const { entry, swapped, ...rest } = proposal;
    const formats = [formatIn(entry), formatIn(swapped)];
    const answer = await prompts.choose({
      message: `${column.name} is written like ${column.cells[0] ?? ''}: which comes first?`,
      choices: [
        ...formats.map((format) => ({
          value: format.startsWith('D') ? 'day' : 'month',
          name: format.startsWith('D') ? `the day (${format})` : `the month (${format})`,
        })),
        backChoice,
      ],
    });
    if (answer === goBack) return false;
    const isOwn = answer === (formatIn(entry).startsWith('D') ? 'day' : 'month');
    const chosen = isOwn ? { entry, swapped } : { entry: swapped, swapped: entry };
    draft.fields.set(field, { ...rest, ...chosen, confidence: 'sure' });
    return true;
  },
});
