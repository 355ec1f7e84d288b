// Draws docs/session.svg and docs/board.svg from what the built program shows: node scripts/picture.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { session } from './pages/session.mjs';
import { terminalPicture } from './pages/terminal-picture.mjs';

const outputLines = ({ output }) => output.replace(/\n$/, '').split('\n');

/** A line as the program breaks it on a terminal of this width: at spaces. Escape sequences take no space. */
function wrapped(line, columns) {
  const width = (text) => stripVTControlCharacters(text).length;
  const lines = [];
  for (const word of line.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && width(longer) > columns) lines.push(`  ${word}`);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/** The terminal lines when a seller uploads a shop's export, and the same export a day later. */
function uploadLines(columns) {
  const setUp = [
    `export CFI_EMULATOR=1 COLUMNS=${columns}`,
    'cp fixtures/demo/shop-export-monday.csv monday.csv',
    'cp fixtures/demo/shop-export-tuesday.csv tuesday.csv',
    'cfi config set preset shopify',
    "cfi config set warehouse 'Northgate FC'",
    'cfi config set dispatch_within 72h',
    'cfi inventory --page-size 1 > /dev/null',
  ];
  const shown = ['cfi order create monday.csv --stock skip', 'cfi order create tuesday.csv --stock skip'];
  const ran = session([...setUp, ...shown], { color: true }).slice(setUp.length);
  return ran.flatMap((step, index) => [
    ...(index === 0 ? [] : ['']),
    `\u001b[2m$\u001b[22m \u001b[1m${step.command}\u001b[22m`,
    ...outputLines(step).flatMap((line) => wrapped(line, columns)),
  ]);
}

/** The lines of the screen of `cfi board` on the morning after several bookings. */
function boardLines(columns, rows) {
  const bookings = [
    ['2026-09-03,morning,Northgate FC', 6, 'AB12 CDE'],
    ['2026-09-04,afternoon,Thames Reach FC', 12, 'LK19 ZTR'],
    ['2026-09-02,morning,Northgate FC', 8, 'MX21 HJK'],
    ['2026-09-03,afternoon,Midlands FC', 10, 'GF68 PLM'],
    ['2026-09-02,afternoon,Thames Reach FC', 9, 'SN24 OBE'],
    ['2026-09-01,afternoon,Midlands FC', 7, 'VK20 WRT'],
    ['2026-09-01,afternoon,Northgate FC', 5, 'KP22 TYB'],
  ].map(([first, pallets, vehicle]) => `'${first},palletised,lt_10,truck,${pallets},${vehicle}'`);
  const header =
    'date,window,warehouse,loadingType,numberOfSkus,deliveryType,palletCount,containerTruckNumber';
  const comment = '"Dock 3 is closed in the morning"';
  const screen = fileURLToPath(new URL('pages/board-screen.mjs', import.meta.url));
  const ran = session([
    'export CFI_EMULATOR=1',
    `printf '%s\\n' ${header} ${bookings.join(' ')} > slots.csv`,
    'cfi slot book slots.csv > /dev/null',
    `cfi emulator fc counter SLOT-000001 --time 13:00 --comment ${comment} > /dev/null`,
    'for slot in 3 4 5 6 7; do cfi emulator fc confirm SLOT-00000$slot > /dev/null; done',
    'for slot in 3 7; do cfi po create --slot SLOT-00000$slot --item AC-TENT-2=40 > /dev/null; done',
    'cfi emulator clock advance 7h > /dev/null',
    'cfi emulator fc receive LW-000002 --short AC-TENT-2=1 > /dev/null',
    `node '${screen}' ${columns} ${rows}`,
  ]);
  return outputLines(ran.at(-1));
}

const write = (name, terminals, label) =>
  writeFileSync(`docs/${name}.svg`, terminalPicture(terminals, label));

write(
  'session',
  [boardLines(80, 24), uploadLines(80)],
  'The board of a coordinator beside the upload of a seller',
);
write('board', [boardLines(100, 20)], 'cfi board: what needs an answer comes first');
