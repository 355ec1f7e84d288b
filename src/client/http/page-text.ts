/** More of a page is not looked at: its title and first words are within this. */
const longestPage = 64 * 1024;

/** Elements whose content is not for people. */
const hiddenElements = ['script', 'style'];

/**
 * What an HTML page says, as text on which nothing has been done to white space: its title or, without one, its words.
 * Takes time proportional to what it looks at, whatever the page holds.
 */
export function pageText(page: string): string {
  const html = page.slice(0, longestPage);
  const title = titleOf(html);
  return title.trim() === '' ? wordsOf(html) : title;
}

/** What lies between the first `<title …>` and the tag after it. */
function titleOf(html: string): string {
  const start = html.toLowerCase().indexOf('<title');
  const open = start < 0 ? -1 : html.indexOf('>', start);
  if (open < 0) return '';
  const end = html.indexOf('<', open);
  return end < 0 ? '' : html.slice(open + 1, end);
}

function wordsOf(html: string): string {
  const lower = html.toLowerCase();
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    if (tag < 0) break;
    words.push(html.slice(at, tag));
    const hidden = hiddenElements.find((name) => lower.startsWith(name, tag + 1));
    const close = hidden === undefined ? tag : lower.indexOf(`</${hidden}`, tag);
    const end = close < 0 ? -1 : html.indexOf('>', close);
    // A tag, or an element that is hidden, which does not end hides the rest.
    if (end < 0) return words.join(' ');
    at = end + 1;
  }
  words.push(html.slice(at));
  return words.join(' ');
}
