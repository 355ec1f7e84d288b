/** The `code` of a thrown value, for example `ENOENT`; undefined for a value without one. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** A thrown value as an error, because a program can throw anything. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** The message of a thrown value. */
export const messageOf = (thrown: unknown): string => toError(thrown).message;
