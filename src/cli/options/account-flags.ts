import { shownWord } from '../../text/words.ts';
import type { Settings } from '../settings.ts';

/** The global options that lead another command line to the same account, quoted for a shell. */
export function accountFlags({ profile, baseUrl, emulator, state }: Settings): string[] {
  const words = profile === 'default' ? [] : ['--profile', shownWord(profile)];
  if (!emulator) return baseUrl === undefined ? words : [...words, '--base-url', shownWord(baseUrl)];
  return [...words, '--emulator', ...(state === undefined ? [] : ['--state', shownWord(state)])];
}
