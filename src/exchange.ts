/** How a program ended that was run unseen. */
export interface Exchanged {
  readonly code: number;
  readonly output: string;
}

/** More than any secret or path; a program that prints more is not the one that was meant. */
const longestOutput = 1024 * 1024;

/**
 * Runs a program without a shell, unseen, with `input` on its standard input. Code 127 when it cannot be started, 124
 * when it was ended because it took longer than `timeoutMs`; it never rejects.
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
    const child = execFile(command, [...args], { ...options, windowsHide: true }, (error, output) => {
      if (error === null) resolve({ code: 0, output });
      else if (error.killed === true) resolve({ code: 124, output: '' });
      else resolve({ code: typeof error.code === 'number' ? error.code : 127, output });
    });
    // One that ends without reading its input is judged by its exit code.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
