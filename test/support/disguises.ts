import fc from 'fast-check';

const escaped = (text: string, write: (code: number) => string): string =>
  [...text].map((character) => write(character.charCodeAt(0))).join('');
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** How a service may spell a secret. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'as JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in \\u': (secret) => escaped(secret, (code) => `\\u${hex(code, 4)}`),
  'in \\u twice': (secret) => escaped(secret, (code) => `\\\\u${hex(code, 4)}`),
  'in \\x': (secret) => escaped(secret, (code) => `\\x${hex(code, 2)}`),
  'in percent escapes': (secret) => escaped(secret, (code) => `%${hex(code, 2).toUpperCase()}`),
  'in percent escapes twice': (secret) => escaped(secret, (code) => `%25${hex(code, 2)}`),
  'in an address': encodeURIComponent,
  'in a form': (secret) => new URLSearchParams({ s: secret }).toString().slice(2),
  'in numbers of HTML': (secret) => escaped(secret, (code) => `&#${code};`),
  'in hexadecimal numbers of HTML': (secret) => escaped(secret, (code) => `&#x${hex(code, 2)};`),
  'in hex': (secret) => Buffer.from(secret).toString('hex'),
  'in HEX': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'in Base64': (secret) => Buffer.from(secret).toString('base64'),
  'in Base64 after a word': (secret) => Buffer.from(`Bearer ${secret}`).toString('base64'),
  'in Base64 after an ID': (secret) => Buffer.from(`acme:${secret}`).toString('base64'),
  'in Base64 after a longer ID': (secret) => Buffer.from(`acme1:${secret}`).toString('base64'),
  'in Base64 within a text': (secret) => Buffer.from(`{"t":"${secret}","n":1}`).toString('base64'),
  'in Base64 for addresses': (secret) => Buffer.from(`?>?${secret}`).toString('base64url'),
};

/** What may stand between the characters of a secret. */
export const breaks: readonly string[] = [
  '',
  '\u0007',
  '\u0000',
  '\u001b[0m',
  '\u001b[1;31m',
  '\u009b0m',
  '\u001b',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\ufe0f',
  '\u{e0041}',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '<b>',
  '</i><i class="x">',
  '<!-- x -->',
];

/** A text with something between its characters at some places. */
const broken = (text: string, between: string, places: readonly number[]): string => {
  const characters = [...text];
  for (const place of places) {
    const at = 1 + (place % Math.max(1, characters.length - 1));
    characters[at] = between + (characters[at] ?? '');
  }
  return characters.join('');
};

/** A secret in some encoding, broken somewhere: the text that holds it, and what an output without it must not show. */
export interface Disguised {
  readonly text: string;
  isShownIn(output: string): boolean;
}

const withoutBreaks = (text: string): string =>
  breaks.reduceRight((clean, each) => (each === '' ? clean : clean.replaceAll(each, '')), text);

/** A disguise of a secret; `places` is where it is broken. */
export function disguised(
  secret: string,
  encoding: (secret: string) => string,
  between: string,
  places: readonly number[],
): Disguised {
  const encoded = encoding(secret);
  return {
    text: broken(encoded, between, places),
    isShownIn: (output) => {
      const clean = withoutBreaks(output);
      return clean.includes(secret) || clean.includes(encoded);
    },
  };
}

/** Any disguise of a secret. */
export const anyDisguise = (secret: string): fc.Arbitrary<Disguised> =>
  fc
    .tuple(
      fc.constantFrom(...Object.values(encodings)),
      fc.constantFrom(...breaks),
      fc.array(fc.nat(), { maxLength: 3 }),
    )
    .map(([encoding, between, places]) => disguised(secret, encoding, between, places));
