import { once } from '../../text/once.ts';
import { fold, folded, foldWords } from './fold.ts';
import { languages } from './languages/all.ts';
import { stemTest } from './states.ts';

const names = once(
  () =>
    new Set(
      languages.flatMap(({ notes }) => {
        const words = folded(notes.words);
        const whose = folded(notes.whose);
        const joined = words.flatMap((word) => whose.flatMap((owner) => [owner + word, word + owner]));
        return [...words, ...joined, ...folded(notes.names)];
      }),
    ),
);

/** Whether a column of this name has notes: texts that people write, which are shown and never interpreted. */
export const isNoteName = (name: string): boolean => names().has(fold(name));

const stops = once(() => stemTest(languages.flatMap(({ stopping }) => folded(stopping, foldWords))));

/** Whether a note speaks of cancelling, holding or refunding an order, or of not sending it. */
export const speaksOfStopping = (text: string): boolean => stops()(text);
