/** The keys of the board. */
export const helpPage: readonly string[] = [
  'Keys',
  '',
  '  up, down or k, j   move',
  '  Enter              the whole record',
  '  a                  accept the offer (asks; only y accepts)',
  '  c                  propose another time',
  '  x                  cancel the slot (asks; only y cancels)',
  '  b                  book one like this on another day',
  '  p                  create its purchase order from a file',
  '  /                  show only what contains a text',
  '  g                  look now, as often as the service allows',
  '  ?                  this page',
  '  q                  leave',
  '',
  'Any key goes back.',
];
