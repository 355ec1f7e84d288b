/** Text escaped for roff: no character acts as a command, and a hyphen can be copied as one. */
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
    // A line that begins with one of these would be a roff request.
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
  // Do not stretch or break words that users type.
  '.ad l',
  '.nh',
  '.SH NAME',
  `${roff(name)} \\- ${roff(summary)}`,
];

/** A section; nothing if it is empty. */
export const section = (title, lines) => (lines.length === 0 ? [] : [`.SH ${title}`, ...lines]);

/** A term and its meaning, as a hanging paragraph. `term` is already roff. */
export const entry = (term, text) => ['.TP', term, roff(text)];

/** Text whose lines are kept unchanged. */
export const asItIs = (text) => ['.nf', roff(text), '.fi'];

/** The names of other pages. */
export const seeAlso = (names) =>
  section('SEE ALSO', [names.map((name) => `\\fB${roff(name)}\\fR(1)`).join(', ')]);
