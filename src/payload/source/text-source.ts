import type { Source } from '../types.ts';

/** Our own text, read like standard input: there is no file beside which to write failures. */
export const textSource = (text: string): Source => ({
  name: '-',
  async *open() {
    yield Buffer.from(text);
  },
});
