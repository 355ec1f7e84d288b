/**
 * What a spreadsheet in another language makes of `false` and `true` when it opens an export and saves it again: each
 * false with its true.
 */
export const spreadsheetAnswers: readonly (readonly [no: string, yes: readonly string[]])[] = [
  ['falsch', ['wahr']],
  ['faux', ['vrai']],
  ['falso', ['verdadero', 'vero', 'verdadeiro']],
  ['onwaar', ['waar']],
  ['fałsz', ['prawda']],
  ['nepravda', ['pravda']],
  ['falskt', ['sant']],
  ['falsk', ['sand']],
  ['usann', ['sann']],
  ['epätosi', ['tosi']],
  ['hamis', ['igaz']],
  ['fals', ['adevărat']],
  ['yanliş', ['doğru']],
  ['ложь', ['истина']],
];

/** How exports write yes, also after a spreadsheet. */
export const yesWords: readonly string[] = [
  ...['yes', 'y', 'true', '1', 'ja'],
  ...spreadsheetAnswers.flatMap(([, yes]) => yes),
];

/** How exports write no, also after a spreadsheet. */
export const noWords: readonly string[] = [
  ...['no', 'n', 'false', '0', 'nein'],
  ...spreadsheetAnswers.map(([no]) => no),
];
