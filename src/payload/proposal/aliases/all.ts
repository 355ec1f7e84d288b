import { english } from './english.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';

/** The names of columns in each language. */
export const languages: readonly Language[] = [english, german];
