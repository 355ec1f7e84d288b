/** The keys of the board. */
export const helpPage: readonly string[] = [
  'Keys',
  '',
  '  up, down or k, j   move',
  '  Enter              show the whole record',
  '  a                  accept the offer (asks; only y accepts)',
  '  c                  propose another time',
  '  x                  cancel the slot (asks; only y cancels)',
  '  b                  book a slot like this one',
  '  p                  create its purchase order from a file',
  '  /                  filter by text',
  '  g                  refresh now, if the service allows it',
  '  ?                  show this page',
  '  q                  quit',
  '  Ctrl-Z             back to the shell; fg continues',
];
