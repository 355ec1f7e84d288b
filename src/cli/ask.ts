import { CfiError, declined, exitCodes, saidNo, usageError } from '../errors.ts';
import { capital } from '../text/words.ts';
import type { Argument, Given } from './command.ts';
import type { Prompts } from './prompts.ts';
import type { CommandContext } from './settings.ts';

/** A value to ask for where it is missing: an argument, or an option in that form, labelled `--date YYYY-MM-DD`. */
export interface Question extends Argument {
  /** True, or what is wrong with the answer. */
  validate?(value: string): true | string;
  /** Whether it is needed, given what is known so far; absent means always. */
  readonly when?: (options: Given) => boolean;
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const missing = (value: unknown): boolean =>
  value === undefined ||
  isBlank(value) ||
  (Array.isArray(value) && (value.length === 0 || value.some(isBlank)));

/** The usage error for values that nobody can be asked for; names all of them, as typed on the command line. */
export const missingValues = (flags: readonly string[], hints: readonly (string | undefined)[] = []) => {
  const remedy = `give ${flags.length === 1 ? 'it' : 'them'} on the command line, or run in a terminal to be asked`;
  return usageError(`missing ${flags.join(', ')}`, [remedy, ...hints.filter(Boolean)].join('; '));
};

/** Asks; the answer that goes back leads to `back`. */
export async function orBack<Answer>(
  ask: () => Promise<Answer>,
  back: () => Promise<Answer> | Answer,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CfiError && error.details.isBack) return back();
    throw error;
  }
}

/** Asks before anything is sent; if nothing is answered, the error says `nothing`, what has not happened (empty if only reading). */
export async function beforeSending<Answers>(nothing: string, questions: () => Promise<Answers>) {
  try {
    return await questions();
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'cancelled' || nothing === '') throw error;
    if (error.details.isBack) throw error.with({}, nothing);
    // A question among others may have said so already.
    if (error.exitCode === exitCodes.declined || error.details.saysNothing) throw error;
    throw error.with({ saysNothing: true }, `${error.message}; ${nothing}`);
  }
}

interface TextQuestion {
  readonly message: string;
  readonly default?: string | undefined;
  /** True, or what is wrong with the answer, which is not blank. */
  readonly check?: ((text: string) => true | string) | undefined;
}

/** Asks until the answer is neither blank nor wrong, and returns it without the blanks around it. */
export async function askText(prompts: Prompts, question: TextQuestion): Promise<string> {
  const { message, default: initial, check = () => true } = question;
  const answer = await prompts.text({
    message,
    ...(initial === undefined ? {} : { default: initial }),
    validate: (given) => (given.trim() === '' ? 'a value is needed' : check(given.trim())),
  });
  return answer.trim();
}

/** More to know about the value: shops number their orders `#1001`, which a shell drops as a comment. */
const hintOf = ({ complete }: Question): string | undefined =>
  complete === 'order' ? "quote a reference that begins with #, or the shell drops it: '#1001'" : undefined;

/** The options, with a prompt for each missing value; without a terminal, a usage error that names all of them. */
export async function askMissing<Options extends object>(
  context: CommandContext,
  options: Options,
  questions: readonly Question[],
  nothing = 'nothing was sent',
): Promise<Options> {
  const filled: Record<string, unknown> = { ...(options as Record<string, unknown>) };
  const isNeeded = ({ name, takesEmpty, unless = [], when }: Question): boolean =>
    (takesEmpty ? filled[name] === undefined : missing(filled[name])) &&
    unless.every((key) => missing(filled[key])) &&
    (when?.(filled) ?? true);
  const needed = questions.filter(isNeeded);
  if (needed.length === 0) return options;
  if (!context.settings.interactive) {
    throw missingValues(
      needed.map(({ label }) => label),
      needed.flatMap((each) => [each.listedBy && `${each.listedBy} lists them`, hintOf(each)]),
    );
  }
  const prompts = await context.deps.prompts();
  /** Those that were asked, the last one first. */
  const before: string[] = [];
  for (;;) {
    const question = questions.find(isNeeded);
    if (question === undefined) return filled as Options;
    const { label, help } = question;
    const message = question.question ?? capital(help ?? label);
    const hint = hintOf(question);
    const choices =
      question.choices?.map((value) => ({ value })) ??
      (await (
        await question.chosenFrom?.()
      )?.(context, filled));
    if (hint !== undefined) context.notice(hint);
    const ask = async (): Promise<string[]> => {
      if (choices !== undefined) return [await prompts.choose({ message, choices })];
      const text = await askText(prompts, { message, check: question.validate });
      return question.variadic ? wordsOf(text) : [text];
    };
    const answers = await beforeSending(nothing, () =>
      before.length === 0
        ? ask()
        : orBack<string[] | undefined>(ask, () => void delete filled[before.shift() ?? '']),
    );
    if (answers === undefined) continue;
    filled[question.name] = question.variadic ? answers : answers[0];
    before.unshift(question.name);
  }
}

/** The words of an answer, or the one in quotes that is all of it, as a file is that was dragged into the terminal. */
function wordsOf(answer: string): string[] {
  const text = answer.trim();
  const quote = text.charAt(0);
  const isQuoted = (quote === "'" || quote === '"') && text.length > 2;
  if (isQuoted && text.indexOf(quote, 1) === text.length - 1) return [text.slice(1, -1)];
  return text.split(/\s+/);
}

/** Asks before something on this machine is lost. The command ends with exit 3 after a no, or without both `--yes` and a terminal. */
export async function confirmOrExit(
  context: CommandContext,
  question: { readonly message: string; readonly yes?: boolean | undefined },
): Promise<void> {
  if (question.yes === true) return;
  // What has been read to its end, as for `--refs -`, gives no answer.
  if (!context.settings.interactive || context.deps.stdin.readableEnded)
    throw declined(`nothing was changed: "${question.message}" needs your answer`, 'add --yes to confirm');
  const prompts = await context.deps.prompts();
  const confirmed = await beforeSending('nothing was changed', () =>
    prompts.confirm({ message: question.message }),
  );
  if (!confirmed) throw saidNo();
}
