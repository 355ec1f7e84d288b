/** Formats instants (ms) for HTTP headers and caches the text of the latest second. */
export function httpDates(): (ms: number) => string {
  let second: number | undefined;
  let text = '';
  return (ms) => {
    const asked = Math.floor(ms / 1000);
    if (asked !== second) {
      text = new Date(ms).toUTCString();
      second = asked;
    }
    return text;
  };
}
