/** Removes secrets from text before it is shown. */
export interface Redactor {
  /** Hides this value from now on, in any encoding. */
  hide(secret: string): void;
  redact(text: string): string;
}

const removed = '[removed]';

/** Members and parameters whose value is a secret, wherever they appear: JSON, a query, a form, a header. */
const members = /("(?:client_secret|access_token|refresh_token|password)"\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*"?/gi;
const parameters = /\b(client_secret|access_token|refresh_token)=[^&\s"']*/gi;
const bearer = /\b(bearer)\s+[\w.~+/=-]{16,}/gi;

const spellings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  // Half a character has no UTF-8; the detour replaces it.
  encodeURIComponent(Buffer.from(secret).toString()),
  new URLSearchParams({ s: secret }).toString().slice(2),
  Buffer.from(secret).toString('base64'),
];

/** A redactor that hides nothing yet. */
export function createRedactor(): Redactor {
  const hidden = new Set<string>();
  let longestFirst: readonly string[] | undefined;
  return {
    hide(secret) {
      // Hiding such a short value would remove parts of ordinary text.
      if (secret.length < 4 || hidden.has(secret)) return;
      hidden.add(secret);
      longestFirst = undefined;
    },
    redact(text) {
      let clean = text
        .replace(members, `$1"${removed}"`)
        .replace(parameters, `$1=${removed}`)
        .replace(bearer, `$1 ${removed}`);
      // Only now, because most commands show nothing that could contain a secret.
      longestFirst ??= [...hidden].flatMap(spellings).sort((a, b) => b.length - a.length);
      for (const secret of longestFirst) clean = clean.replaceAll(secret, removed);
      return clean;
    },
  };
}
