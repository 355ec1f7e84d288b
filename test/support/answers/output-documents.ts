import * as z from 'zod/mini';
import { allCommands } from '../../../src/app/tree.ts';
import { type Command, leaves } from '../../../src/cli/command.ts';
import { documents } from '../../../src/output-schemas/documents.ts';
import { errorLine } from '../../../src/output-schemas/uploads.ts';

const commands = allCommands;
const documentOf = new Map(
  [...leaves(commands)].map(({ path, command }) => [path.join(' '), command.document]),
);

/** The words of the command on a line, `order create`; for a group alone, those of its default command. */
export function commandOf(args: readonly string[]): string {
  const words: string[] = [];
  let members: readonly Command[] = commands;
  let last: Command | undefined;
  for (const word of args) {
    const found = members.find(({ name }) => name === word);
    if (found === undefined) continue;
    words.push(word);
    last = found;
    members = found.commands ?? [];
  }
  const [first] = last?.commands ?? [];
  return first === undefined ? words.join(' ') : [...words, first.name].join(' ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mustFit(schema: z.core.$ZodType, value: unknown, what: string): void {
  const { error } = z.safeParse(schema, value);
  if (error !== undefined)
    throw new Error(`${what} does not fit its schema:\n${z.prettifyError(error)}\n${JSON.stringify(value)}`);
}

/** Lines without a definition that names their document: `cfi --version`, and commands that print what others have written. */
const passesOn = ['', 'api', 'emulator exec'];

/** Throws if a document or an error that a command printed does not match its published schema. */
export function checkOutput(
  args: readonly string[],
  { stdout, stderr }: { stdout: string; stderr: string },
): void {
  const command = commandOf(args);
  const name = documentOf.get(command);
  // A whole document is one line; ndjson has several lines and is not a document with `data`.
  const document = stdout.startsWith('{"data":') ? parsed(stdout) : undefined;
  if (document !== undefined && !passesOn.includes(command)) {
    const schema = documents[name ?? ''];
    if (schema === undefined) throw new Error(`the definition of cfi ${command} names no document`);
    mustFit(schema, document, `the output of cfi ${command}`);
  }
  for (const line of stderr.split('\n'))
    if (line.startsWith('{"error":{')) mustFit(errorLine, parsed(line), `the error of cfi ${command}`);
}
