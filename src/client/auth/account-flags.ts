import { shownWord } from '../../text/words.ts';

/** Which account a command line is about. */
interface AccountSettings {
  readonly profile: string;
  readonly baseUrl?: string;
  readonly emulator: boolean;
  readonly state?: string;
}

/** The global options for the same account on another command line, quoted for a shell. */
export function accountFlags({ profile, baseUrl, emulator, state }: AccountSettings): string[] {
  const words = profile === 'default' ? [] : ['--profile', shownWord(profile)];
  if (!emulator) return baseUrl === undefined ? words : [...words, '--base-url', shownWord(baseUrl)];
  return [...words, '--emulator', ...(state === undefined ? [] : ['--state', shownWord(state)])];
}
