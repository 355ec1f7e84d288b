/** Text as roff prints it: no character is taken for a command, and a hyphen stays one that can be copied. */
export const roff = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll(
      /[^\n -~]/gu,
      (sign) => `\\[u${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    // A line that begins with one of these would be a request.
    .replaceAll(/^(?=[.'])/gm, '\\&');

const bold = (text) => `\\fB${roff(text)}\\fR`;
const italic = (text) => `\\fI${roff(text)}\\fR`;

/** An option or argument with its values in italics: `--page <N>`. */
export const flagsText = (flags) =>
  flags
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? italic(part.slice(1, -1)) : bold(part)))
    .join('');

/** The first lines of a page. `summary` has no full stop. */
export const head = (name, version, summary) => [
  `.TH "${name.toUpperCase()}" 1 "" "cfi ${version}" "cfi manual"`,
  // Words that are to be typed are neither spread nor broken.
  '.ad l',
  '.nh',
  '.SH NAME',
  `${roff(name)} \\- ${roff(summary)}`,
];

/** A section; none where there is nothing in it. */
export const section = (title, lines) => (lines.length === 0 ? [] : [`.SH ${title}`, ...lines]);

/** A term and what it means, as a hanging paragraph. `term` is roff already. */
export const entry = (term, text) => ['.TP', term, roff(text)];

/** Text whose lines stay as they are. */
export const asItIs = (text) => ['.nf', roff(text), '.fi'];

/** The names of other pages. */
export const seeAlso = (names) =>
  section('SEE ALSO', [names.map((name) => `\\fB${roff(name)}\\fR(1)`).join(', ')]);
