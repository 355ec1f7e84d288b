import { PassThrough, Writable } from 'node:stream';
import { inquirerPrompts } from '../../src/cli/inquirer.ts';
import { linePrompts } from '../../src/cli/prompts.ts';
import { type CliOptions, runCli } from './cli.ts';
import { screenOf } from './processes/process.ts';

/**
 * Runs a command line in this process at a terminal that is simulated, with the program's own questions. Keys arrive as
 * they are typed; what a terminal does itself, echo and signals, only `runPty` has.
 */
export function runAtTerminal(
  args: readonly string[],
  { columns = 100, rows = 30, ...options }: CliOptions = {},
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  let onText = (_text: string): void => {};
  const write = (chunk: Buffer, _: string, written: () => void): void => {
    onText(chunk.toString());
    written();
  };
  const output = Object.assign(new Writable({ write }), { isTTY: true, columns, rows });
  // Like a standard stream, it outlives what is piped into it.
  output.end = () => output;
  const { signal } = new AbortController();
  const terminal = { input: stdin, output, plain: false, signal, onContinue: () => () => {} };
  const done = runCli(args, {
    ...options,
    tty: true,
    deps: {
      ...{ stdin, stdout: output, stderr: output },
      prompts: async (accessible) =>
        accessible || options.env?.TERM === 'dumb' ? linePrompts(terminal) : inquirerPrompts(terminal),
      ...options.deps,
    },
  }).then(({ code }) => ({ code, text: screen.text() }));
  const screen = screenOf((listener) => {
    onText = listener;
  }, done);
  /** A person sees a question before the first key, which nobody hears until its first drawing has ended. */
  const type = (keys: string): void => void setImmediate(() => stdin.write(keys));
  /** Types once the screen has shown the text. */
  const answer = async (text: string, keys: string): Promise<void> => {
    await screen.until(text);
    type(keys);
  };
  return { ...screen, type, answer, done };
}
