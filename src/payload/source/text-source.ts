import type { Source } from '../types.ts';

/** Our own text, read like a file: but problems name none, and there is none beside which to write failures. */
export const textSource = (text: string): Source => ({
  name: '',
  async *open() {
    yield Buffer.from(text);
  },
});
