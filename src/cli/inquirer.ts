import { confirm, input, password, select } from '@inquirer/prompts';
import { interruption } from '../errors.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import type { Prompts } from './prompts.ts';

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  /** Never standard output, which is for the result. */
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
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
    text: ({ message, validate, ...rest }) =>
      settled(
        input(
          { message: sanitizeLine(message), ...rest, ...(validate === undefined ? {} : { validate }) },
          terminal,
        ),
      ),
    secret: ({ message }) => settled(password({ message: sanitizeLine(message), mask: true }, terminal)),
    choose: ({ message, choices, default: initial }) =>
      settled(
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
      ),
    confirm: ({ message, default: initial = false }) =>
      settled(confirm({ message: sanitizeLine(message), default: initial }, terminal)),
  };
}
