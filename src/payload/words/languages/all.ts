import { english } from './english.ts';
import { german } from './german.ts';
import type { Words } from './words.ts';

/** The words of each language. */
export const languages: readonly Words[] = [english, german];
