import type { Source } from '../types.ts';

/** Text of our own, read like standard input: there is no file beside which failures could be written. */
export const textSource = (text: string): Source => ({
  name: '-',
  async *open() {
    yield Buffer.from(text);
  },
});
