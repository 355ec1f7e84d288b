import { sourcesOf } from '../cli/reading-options.ts';
import type { CommandContext } from '../cli/settings.ts';
import { CfiError } from '../errors.ts';
import type { ReadingOptions, Source } from '../payload/document/types.ts';
import { propose } from '../payload/proposal/propose.ts';
import { readSample } from '../payload/proposal/sample.ts';
import { counted, shownWord } from '../text/words.ts';

/** How many columns a notice names: the first, and the last, where a shop adds its own. */
const mostNamed = 12;

/**
 * For each file that is a shop's export, a notice of the filled columns that its preset does not use, as far as the first
 * rows show: a column that a shop has added may say what must not be shipped.
 */
export async function unusedColumnNotices(
  { deps }: Pick<CommandContext, 'deps'>,
  files: readonly string[],
  options: ReadingOptions,
): Promise<string[]> {
  // A map says what it uses, and what it does not.
  if (options.map !== undefined) return [];
  const notices: string[] = [];
  for (const source of sourcesOf(files, deps)) {
    if (source.isReadOnce) continue;
    const unused = await unusedIn(source, options);
    if (unused.length === 0) continue;
    const are = unused.length === 1 ? 'is' : 'are';
    const preset = options.preset === undefined ? '' : ` --preset ${options.preset}`;
    const named =
      unused.length <= mostNamed
        ? unused.join(', ')
        : `${[...unused.slice(0, mostNamed / 2), '…', ...unused.slice(-mostNamed / 2)].join(', ')} (all: cfi order map ${shownWord(source.name)}${preset})`;
    notices.push(`${source.name}: ${counted(unused.length, 'column')} with values ${are} not used: ${named}`);
  }
  return notices;
}

/** The filled columns of a file that its preset does not use; none without a preset. */
async function unusedIn(source: Source, options: ReadingOptions): Promise<string[]> {
  try {
    const sample = await readSample(source, options);
    if (sample.preset === undefined) return [];
    const { unused, questions } = propose(sample, options);
    const { lineId = [], lineNumber = [], firstRowOnly = [] } = sample.preset.preset;
    // A row that comes twice is recognised by them.
    const telling = [lineId, lineNumber, firstRowOnly].flat(2).map((name) => name.toLowerCase());
    const notUsed = new Set([...unused, ...questions.flatMap(({ columns }) => columns)]);
    const isUnused = (name: string): boolean => notUsed.has(name) && !telling.includes(name.toLowerCase());
    const isFilled = (at: number): boolean => sample.rows.some((cells) => (cells[at] ?? '').trim() !== '');
    return sample.header.names.filter((name, at) => isUnused(name) && isFilled(at));
  } catch (error) {
    // The reading of the file itself has said what is wrong with it.
    if (error instanceof CfiError) return [];
    throw error;
  }
}
