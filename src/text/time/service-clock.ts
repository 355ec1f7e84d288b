/** The time by the service's clock, as far as its answers have told it; until then by this machine's. */
export interface ServiceClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Takes the `Date` header of an answer. */
  learn(date: string | undefined): void;
}

/** A clock that has learned nothing yet. */
export function createServiceClock(local: { now(): number; monotonicNow(): number }): ServiceClock {
  let said: { readonly text: string; readonly at: number; readonly heard: number } | undefined;
  return {
    now: () => (said === undefined ? local.now() : said.at + local.monotonicNow() - said.heard),
    learn(text) {
      if (text === undefined || text === said?.text) return;
      const at = Date.parse(text);
      if (!Number.isNaN(at)) said = { text, at, heard: local.monotonicNow() };
    },
  };
}
