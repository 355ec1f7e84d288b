import { childEnvironment } from './text/child-environment.ts';

/** The outcome of a program run without showing its output. */
export interface Exchanged {
  readonly code: number;
  readonly output: string;
}

/** More than any secret or path; a program that prints more is not the intended one. */
const longestOutput = 1024 * 1024;

/**
 * Runs a program without a shell and without showing its output, with `input` on its standard input. Code 127 if it
 * cannot be started, 124 if it was ended because it exceeded `timeoutMs`; it never rejects.
 */
export async function exchange(
  command: string,
  args: readonly string[],
  input: string,
  timeoutMs: number,
): Promise<Exchanged> {
  // Takes 2 ms to load, and few commands run a program.
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: longestOutput } as const;
    const child = execFile(
      command,
      [...args],
      { ...options, env: childEnvironment(process.env), windowsHide: true },
      (error, output) => {
        if (error === null) resolve({ code: 0, output });
        else if (error.killed === true) resolve({ code: 124, output: '' });
        else resolve({ code: typeof error.code === 'number' ? error.code : 127, output });
      },
    );
    // A program that ends without reading its input is judged by its exit code.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
