// Draws terminals as a picture. Words and weight carry the meaning, colour repeats it; the background follows the
// reader's light or dark page.
const size = { font: 14, line: 19, column: 8.43, margin: 18, gap: 12 };
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Styles set by escape sequences. */
const classes = {
  1: 'bold',
  2: 'dim',
  7: 'reversed',
  '1;7': 'reversed bold',
  31: 'red bold',
  '1;31': 'red bold',
  32: 'green',
  '1;35': 'purple bold',
};

/** A line as pieces, each with the class set by its escape sequence. */
function pieces(line) {
  const [first, ...others] = line.split('\u001b[');
  let css = '';
  const rest = others.map((part) => {
    const end = part.indexOf('m');
    const code = part.slice(0, end);
    if (classes[code] !== undefined) css = classes[code];
    else if (['', '0', '22', '27', '39'].includes(code)) css = '';
    return { css, text: part.slice(end + 1) };
  });
  return [{ css: '', text: first }, ...rest].filter(({ text }) => text !== '');
}

const drawn = ({ css, text }) =>
  css === '' ? escaped(text) : `<tspan class="${css}">${escaped(text)}</tspan>`;

/** Bars behind the reversed pieces of a line. */
function bars(line, top) {
  let at = 0;
  return pieces(line).flatMap(({ css, text }) => {
    const x = size.margin + at * size.column;
    at += text.length;
    const width = (text.length * size.column).toFixed(1);
    return css.startsWith('reversed')
      ? [
          `<rect class="bar" x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${width}" height="${size.line}"/>`,
        ]
      : [];
  });
}

/** One terminal as SVG, its top left corner at the origin, with its size in pixels. */
function pane(lines) {
  const length = (line) => pieces(line).reduce((sum, { text }) => sum + text.length, 0);
  const width = Math.ceil(Math.max(...lines.map(length)) * size.column + 2 * size.margin);
  const height = lines.length * size.line + 2 * size.margin;
  const rows = lines.flatMap((line, index) => {
    const top = size.margin + index * size.line;
    const text = pieces(line).map(drawn).join('');
    const y = top + 0.75 * size.line;
    return [...bars(line, top), `<text x="${size.margin}" y="${y}" xml:space="preserve">${text}</text>`];
  });
  return { width, height, rows };
}

/** Terminals side by side as one SVG; each is a list of lines. `label` is the description for screen readers. */
export function terminalPicture(terminals, label) {
  const panes = terminals.map(pane);
  const height = Math.max(...panes.map((each) => each.height));
  let width = -size.gap;
  const groups = panes.map((each) => {
    const left = width + size.gap;
    width = left + each.width;
    const frame = `<rect x=".5" y=".5" width="${each.width - 1}" height="${height - 1}" rx="6"/>`;
    return `<g transform="translate(${left} 0)">\n${frame}\n${each.rows.join('\n')}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>
rect { fill: #fff; stroke: #999 }
text { font: ${size.font}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #111; white-space: pre }
.bar { fill: #111; stroke: none }
.reversed { fill: #fff }
.bold { font-weight: bold }
.dim { opacity: .65 }
.red { fill: #b3261e }
.green { fill: #1b7340 }
.purple { fill: #8a1ca8 }
@media (prefers-color-scheme: dark) { rect { fill: #111 } text { fill: #eee } .bar { fill: #eee } .reversed { fill: #111 } .red { fill: #ff8a80 } .green { fill: #7fd99a } .purple { fill: #e3a6ff } }
</style>
${groups.join('\n')}
</svg>
`;
}
