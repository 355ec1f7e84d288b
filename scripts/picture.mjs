// Draws docs/session.svg and docs/board.svg from what the built program shows: node scripts/picture.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { session } from './pages/session.mjs';
import { terminalPicture } from './pages/terminal-picture.mjs';

function drawSession() {
  const shown = [
    'cfi order create orders.csv --dry-run | head -5',
    'cfi order create orders.csv --quiet',
    'cfi order create orders.csv --quiet    # again: nothing is sent twice',
    'cfi order create spoilt.csv; echo "exit code $?"',
    "cfi inventory --sku AC-TENT-2 --location 'Northgate FC'",
  ];
  const setUp = [
    'export CFI_EMULATOR=1',
    'cp fixtures/csv/orders.csv .',
    "sed '2s/GBP/Pounds/; 13s/,63.47,/,0,/' orders.csv > spoilt.csv",
    'cfi inventory --page-size 1 > /dev/null',
  ];
  const ran = session([...setUp, ...shown], { color: true }).slice(setUp.length);
  const lines = ran.flatMap(({ command, output }, index) => [
    ...(index === 0 ? [] : ['']),
    `\u001b[2m$\u001b[22m \u001b[1m${command}\u001b[22m`,
    ...output.replace(/\n$/, '').split('\n'),
  ]);
  writeFileSync('docs/session.svg', terminalPicture(lines, 'A session with cfi in a terminal'));
}

function drawBoard() {
  const rows = [
    ['2026-09-03,morning,Northgate FC', 6, 'AB12 CDE'],
    ['2026-09-04,afternoon,Thames Reach FC', 12, 'LK19 ZTR'],
    ['2026-09-02,morning,Northgate FC', 8, 'MX21 HJK'],
    ['2026-09-03,afternoon,Midlands FC', 10, 'GF68 PLM'],
  ].map(([first, pallets, vehicle]) => `'${first},palletised,lt_10,truck,${pallets},${vehicle}'`);
  const header =
    'date,window,warehouse,loadingType,numberOfSkus,deliveryType,palletCount,containerTruckNumber';
  const comment = '"Dock 3 is closed in the morning"';
  const screen = fileURLToPath(new URL('pages/board-screen.mjs', import.meta.url));
  const ran = session([
    'export CFI_EMULATOR=1',
    `printf '%s\\n' ${header} ${rows.join(' ')} > slots.csv`,
    'cfi slot book slots.csv > /dev/null',
    `cfi emulator fc counter SLOT-000001 --time 13:00 --comment ${comment} > /dev/null`,
    'for slot in 3 4; do cfi emulator fc confirm SLOT-00000$slot > /dev/null; done',
    'cfi po create --slot SLOT-000003 --item AC-TENT-2=40 > /dev/null',
    `node '${screen}'`,
  ]);
  const lines = ran.at(-1).output.replace(/\n$/, '').split('\n');
  writeFileSync('docs/board.svg', terminalPicture(lines, 'cfi board: what needs an answer comes first'));
}

drawSession();
drawBoard();
