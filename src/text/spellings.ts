/** How a secret may be spelt in a text, as patterns of plain characters. */
export interface Spellings {
  /** Each stands for the secret by itself. */
  readonly plain: readonly string[];
  /** Parts of a longer word in Base64: the whole word contains the secret. */
  readonly inWord: readonly string[];
}

/** The Base64 of a longer text that has these bytes at some place: what is the same whatever stands around them. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const word = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const part = word.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The spellings of a secret that are not disguises of single characters. */
export function spellingsOf(secret: string): Spellings {
  // Half a character has no UTF-8; the detour replaces it.
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return {
    plain: [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(bytes.toString()),
      new URLSearchParams({ s: secret }).toString().slice(2),
      // Percent escapes read one by one give bytes.
      bytes.toString('latin1'),
      hex,
      hex.toUpperCase(),
    ],
    inWord: base64Parts(bytes),
  };
}
