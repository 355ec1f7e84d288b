/** How much of a page is read: enough for its title and first words. */
const longestPage = 64 * 1024;

/** Elements whose content is not for people. */
const hiddenElements = ['script', 'style'];

/**
 * The text of an HTML page, with its white space unchanged: the title, or else the words. Takes linear time for any
 * content.
 */
export function pageText(page: string): string {
  const html = page.slice(0, longestPage);
  const title = titleOf(html);
  return title.trim() === '' ? wordsOf(html) : title;
}

/** With `A` to `Z` in lower case, at the same length: the lower case of other letters, like `İ`, may be longer. */
const lowered = (html: string): string => html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The text between the first `<title …>` and the next tag. */
function titleOf(html: string): string {
  const start = lowered(html).indexOf('<title');
  const open = start < 0 ? -1 : html.indexOf('>', start);
  if (open < 0) return '';
  const end = html.indexOf('<', open);
  return end < 0 ? '' : html.slice(open + 1, end);
}

function wordsOf(html: string): string {
  const lower = lowered(html);
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    if (tag < 0) break;
    words.push(html.slice(at, tag));
    const hidden = hiddenElements.find((name) => lower.startsWith(name, tag + 1));
    const close = hidden === undefined ? tag : lower.indexOf(`</${hidden}`, tag);
    const end = close < 0 ? -1 : html.indexOf('>', close);
    // An unclosed tag or hidden element hides the rest.
    if (end < 0) return words.join(' ');
    at = end + 1;
  }
  words.push(html.slice(at));
  return words.join(' ');
}
