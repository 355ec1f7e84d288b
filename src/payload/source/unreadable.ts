import { CfiError } from '../../errors.ts';

/** An error for a file that cannot be read any further; nothing in it may be sent. */
export function unreadable(file: string, line: number | undefined, message: string, hint?: string): CfiError {
  const place = line === undefined ? file : `${file}:${line}`;
  const problem = { file, ...(line === undefined ? {} : { line }), message };
  return new CfiError('invalid-input', `${place}: ${message}`, {
    ...(hint === undefined ? {} : { hint }),
    errors: [problem],
    saysProblem: true,
  });
}
