/** How deep lists and objects may nest; the deepest body of the service has four levels. */
export const maxDepth = 200;

const openers = ['[', '{'];
const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether the text has more than `limit` characters that could open a list or an object. */
function hasManyOpeners(text: string, limit: number): boolean {
  let found = 0;
  for (const opener of openers) {
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + 1)) {
      if (++found > limit) return true;
    }
  }
  return false;
}

/**
 * Whether JSON text nests deeper than `maxDepth`. Check before parsing, because parsing millions of nested lists blocks
 * the process for seconds. Takes time proportional to the length of the text, and almost none for a text with few
 * brackets.
 */
export function isNestedTooDeeply(text: string): boolean {
  if (!hasManyOpeners(text, maxDepth)) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === backslash) at++;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (code === openList || code === openObject) {
      if (++depth > maxDepth) return true;
    } else if (code === closeList || code === closeObject) depth--;
  }
  return false;
}
