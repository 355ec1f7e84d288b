import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';
import type { Words } from './words.ts';

export const languages: readonly Words[] = [
  ...[english, german, french, spanish, italian],
  ...[dutch, polish, portuguese, swedish],
];
