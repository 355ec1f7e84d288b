/** Signs of our own that a terminal without Unicode cannot show, each as wide as what takes its place. */
const plainSigns: readonly (readonly [sign: string, plain: string])[] = [
  ['→', '>'],
  ['…', '~'],
];

/** The text with ASCII in place of our own signs. */
export const withPlainSigns = (text: string): string =>
  plainSigns.reduce((line, [sign, plain]) => line.replaceAll(sign, plain), text);

/** Whether a terminal shows ASCII alone: a dumb one, and one whose language says so. */
export function isPlainTerminal(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): boolean {
  if (env.TERM === 'dumb') return true;
  const language = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return platform !== 'win32' && language !== '' && !/utf-?8/i.test(language);
}
