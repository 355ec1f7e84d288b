import type { Source } from '../document/types.ts';

/** Our own text, read like a file. Its problems name no file, and it has no failed file. */
export const textSource = (text: string): Source => ({
  name: '',
  async *open() {
    yield Buffer.from(text);
  },
});
