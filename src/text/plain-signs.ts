/** Our symbols that a terminal without Unicode cannot show, each with an ASCII replacement of the same width. */
const plainSigns: readonly (readonly [sign: string, plain: string])[] = [
  ['→', '>'],
  ['…', '~'],
];

/** The text with our symbols replaced by ASCII. */
export const withPlainSigns = (text: string): string =>
  plainSigns.reduce((line, [sign, plain]) => line.replaceAll(sign, plain), text);

/** Whether a terminal shows only ASCII: a dumb one, or one whose locale says so. */
export function isPlainTerminal(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): boolean {
  if (env.TERM === 'dumb') return true;
  const language = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return platform !== 'win32' && language !== '' && !/utf-?8/i.test(language);
}
