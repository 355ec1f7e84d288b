/** Conditions of goods that are no status of an order, in the languages of `order map`; without accents. */
const ofGoods = new Set(
  (
    'used,like new,used like new,used very good,used good,used acceptable,very good,good,acceptable,refurbished,reconditioned,' +
    'pre owned,preowned,second hand,gebraucht,wie neu,neuwertig,sehr gut,gut,akzeptabel,generaluberholt,' +
    "neuf,occasion,d'occasion,comme neuf,tres bon etat,bon etat,etat correct,etat acceptable,reconditionne,reconditionnee," +
    'usato,come nuovo,ricondizionato,usado,como nuevo,seminuevo,segunda mano,reacondicionado,como novo,recondicionado,' +
    'gebruikt,als nieuw,uzywany,jak nowy'
  ).split(','),
);
/** New goods, or a new order. */
const ofEither = new Set('new,brand new,neu,nouveau,nuevo,nuovo,novo,nieuw,nowy,nowe'.split(','));

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[-_]/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

/** Whether the words of a column (each once) are the condition of goods: `État`, `Zustand` and `Stato` may be either. */
export function areConditions(words: readonly string[]): boolean {
  const found = words.map(plain);
  return (
    found.some((word) => ofGoods.has(word)) && found.every((word) => ofGoods.has(word) || ofEither.has(word))
  );
}
