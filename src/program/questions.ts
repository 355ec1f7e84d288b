import type { Question } from '../cli/ask.ts';
import { optionKey, type Runnable } from '../cli/command.ts';

/** Shops number their orders `#1001`, of which a program sees nothing. */
const shellsTakeNumbers = "a shell drops a reference that begins with # unless it is quoted: '#1001'";

type Chosen = NonNullable<Question['chosenFrom']>;

/** Positional arguments and options that a command requires. */
export function questionsOf(command: Runnable): Question[] {
  const fromArguments = (command.args ?? []).filter(({ required }) => required === true);
  const fromOptions = (command.options ?? []).filter(({ required }) => required === true);
  const choice = (value: string): { value: string } => ({ value });
  return [
    ...fromArguments.map(({ name, label, help, choices, chosenFrom, variadic, takesEmpty, complete }) => ({
      name,
      flag: label,
      message: help === undefined ? label : `${label} (${help})`,
      ...(choices === undefined ? {} : { choices: choices.map(choice) }),
      ...(chosenFrom === undefined
        ? {}
        : { chosenFrom: async (...known: Parameters<Chosen>) => (await chosenFrom())(...known) }),
      ...(complete === 'order' ? { hint: shellsTakeNumbers } : {}),
      list: variadic === true,
      takesEmpty: takesEmpty === true,
    })),
    ...fromOptions.map((option) => ({
      name: optionKey(option),
      flag: option.flags.replaceAll(/[<>]/g, ''),
      message: option.help,
      ...(option.choices === undefined ? {} : { choices: option.choices.map(choice) }),
    })),
  ];
}
