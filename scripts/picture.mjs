// Draws docs/session.svg from what the built program prints: node scripts/picture.mjs. Weight carries the meaning, not
// colour, and the ground follows the reader's light or dark page.
import { writeFileSync } from 'node:fs';
import { session } from './session.mjs';

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

const size = { font: 14, line: 19, column: 8.43, margin: 18 };
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line as pieces, each with the weight its escape sequence asks for: bold, also for red, and dim; no colours. */
function pieces(line) {
  const [first, ...others] = line.split('\u001b[');
  let css = '';
  const rest = others.map((part) => {
    const end = part.indexOf('m');
    const code = part.slice(0, end);
    if (code === '1' || code === '31') css = 'bold';
    else if (code === '2') css = 'dim';
    else if (['', '0', '22', '39'].includes(code)) css = '';
    return { css, text: part.slice(end + 1) };
  });
  return [{ css: '', text: first }, ...rest].filter(({ text }) => text !== '');
}

const drawn = ({ css, text }) =>
  css === '' ? escaped(text) : `<tspan class="${css}">${escaped(text)}</tspan>`;

const ran = session([...setUp, ...shown], { color: true }).slice(setUp.length);
const lines = ran.flatMap(({ command, output }, index) => [
  ...(index === 0 ? [] : ['']),
  `\u001b[2m$\u001b[22m \u001b[1m${command}\u001b[22m`,
  ...output.replace(/\n$/, '').split('\n'),
]);
const length = (line) => pieces(line).reduce((sum, { text }) => sum + text.length, 0);
const width = Math.ceil(Math.max(...lines.map(length)) * size.column + 2 * size.margin);
const height = lines.length * size.line + 2 * size.margin;
const rows = lines.map((line, index) => {
  const y = size.margin + (index + 0.75) * size.line;
  return `<text x="${size.margin}" y="${y}" xml:space="preserve">${pieces(line).map(drawn).join('')}</text>`;
});

writeFileSync(
  'docs/session.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A session with cfi in a terminal">
<style>
rect { fill: #fff; stroke: #999 }
text { font: ${size.font}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #111; white-space: pre }
.bold { font-weight: bold }
.dim { opacity: .55 }
@media (prefers-color-scheme: dark) { rect { fill: #111 } text { fill: #eee } }
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
${rows.join('\n')}
</svg>
`,
);
