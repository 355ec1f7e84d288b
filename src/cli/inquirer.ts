import { confirm, input, password, select } from '@inquirer/prompts';
import { interruption } from '../errors.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import type { Prompts } from './prompts.ts';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };
  /** Never standard output, which is for the result. */
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

const ctrlC = 3;

/**
 * Discards input typed before a question appears. In raw mode, the terminal also passes unfinished lines; two turns of the
 * event loop read all of it. A Ctrl-C in it ends the program as usual.
 */
async function discardTypedAhead({ input }: Terminal): Promise<void> {
  if (input.setRawMode === undefined) return;
  let interrupted = false;
  const onData = (chunk: Buffer | string): void => {
    interrupted ||= Buffer.from(chunk as string).includes(ctrlC);
  };
  input.setRawMode(true);
  input.on('data', onData);
  for (let round = 0; round < 2; round++) await new Promise((done) => setImmediate(done));
  input.off('data', onData);
  input.pause();
  if (!interrupted) return;
  input.setRawMode(false);
  throw interruption('SIGINT', 'interrupted');
}

/** Questions by inquirer. Ctrl-C ends the program as an interrupt does, as does a signal while a question is open. */
export function inquirerPrompts(terminal: Terminal): Prompts {
  const settled = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)) {
        throw interruption(terminal.signal.reason, 'interrupted', error);
      }
      throw error;
    }
  };
  return {
    text: async ({ message, validate, discardTypedAhead: fresh = false, ...rest }) => {
      if (fresh) await discardTypedAhead(terminal);
      return settled(
        input(
          { message: sanitizeLine(message), ...rest, ...(validate === undefined ? {} : { validate }) },
          terminal,
        ),
      );
    },
    secret: ({ message }) =>
      settled(
        password(
          {
            message: sanitizeLine(message),
            mask: true,
            validate: (value) => value !== '' || 'a value is needed',
          },
          terminal,
        ),
      ),
    choose: async ({ message, choices, default: initial, discardTypedAhead: fresh = false }) => {
      if (fresh) await discardTypedAhead(terminal);
      return settled(
        select(
          {
            message: sanitizeLine(message),
            choices: choices.map(({ value, name, description, disabled }) => ({
              value,
              name: sanitizeLine(name ?? value),
              ...(description === undefined ? {} : { description: sanitizeLine(description) }),
              ...(disabled === undefined ? {} : { disabled: `(${sanitizeLine(disabled)})` }),
            })),
            ...(initial === undefined ? {} : { default: initial }),
          },
          terminal,
        ),
      );
    },
    confirm: async ({ message, default: initial = false }) => {
      await discardTypedAhead(terminal);
      return settled(confirm({ message: sanitizeLine(message), default: initial }, terminal));
    },
  };
}
