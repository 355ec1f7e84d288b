import { shownWord } from '../../text/words.ts';

/** Which account a command line is about. */
export interface AccountSettings {
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

/** A command line to copy, for the same account. Its words are quoted where a shell needs it. */
export const commandFor = (settings: AccountSettings, ...words: readonly string[]): string =>
  ['cfi', ...words.map(shownWord), ...accountFlags(settings)].join(' ');
