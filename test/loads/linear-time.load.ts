import { it } from 'vitest';
import { fieldOf } from '../../src/client/api/request-errors.ts';
import { secretOfEnvironment, withoutLineEnd } from '../../src/client/auth/account.ts';
import { baseAddress, readAnswer, titleOf } from '../../src/client/http.ts';
import { retryAfterMs } from '../../src/client/retry.ts';
import { proxyFor } from '../../src/client/transport/connections.ts';
import { csvRecord, harmlessCell } from '../../src/text/csv.ts';
import { parseJson } from '../../src/text/json.ts';
import { atOnce, field } from '../../src/text/records.ts';
import { createRedactor } from '../../src/text/redact.ts';
import { escapeJsonControls, sanitizeLine, sanitizeText } from '../../src/text/sanitize.ts';
import { parseDuration, parseInstant } from '../../src/text/time/time.ts';
import { instantOf, isZone } from '../../src/text/time/zone.ts';
import { splitWords } from '../../src/text/words.ts';

const redactor = createRedactor();
redactor.hide('a-secret-of-some-length');
const encoder = new TextEncoder();
const answered = (status: number) => (text: string) =>
  atOnce(readAnswer({ status, headers: {}, body: encoder.encode(text) }, true, () => 0, redactor.redact));

/** Every function of the client and of text handling that receives text from the service, a file or a variable. */
const functions: Readonly<Record<string, (text: string) => unknown>> = {
  'a success': answered(200),
  'a refusal': answered(503),
  titleOf,
  fieldOf,
  'the redactor': (text) => redactor.redact(text),
  'Retry-After': (text) => retryAfterMs({ 'retry-after': text, date: text }, 0),
  harmlessCell,
  'a CSV record': (text) => csvRecord([text, 1]),
  sanitizeText,
  sanitizeLine,
  escapeJsonControls,
  parseDuration,
  parseInstant,
  'a local time': (text) => instantOf(text, 'Europe/London'),
  isZone,
  splitWords,
  'a field': (text) => field({ [text]: 1 }, 'a_name'),
  JSON: (text) => attempt(() => parseJson(text)),
  'a list': (text) => attempt(() => parseJson(`[1${text}]`)),
  'a secret': withoutLineEnd,
  'an environment': (text) => secretOfEnvironment({ CFI_CLIENT_SECRET: text }, '/'),
  'a base address': (text) => attempt(() => baseAddress(text)),
  'a base path': (text) => attempt(() => baseAddress(`https://h.example/${text}`)),
  NO_PROXY: (text) =>
    attempt(() => proxyFor(new URL('https://h.example/'), { HTTPS_PROXY: 'p:1', NO_PROXY: text })),
  HTTPS_PROXY: (text) => attempt(() => proxyFor(new URL('https://h.example/'), { HTTPS_PROXY: text })),
};

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const pumps = [
  ...[
    '<',
    '<title',
    '<script',
    '<script>',
    '<!--',
    '"',
    '{',
    '[',
    '[{',
    '{"a":',
    '\\',
    '\\"',
    "'",
    '1',
    '1.',
  ],
  ...[
    '0',
    '=',
    '+',
    '-',
    '\t',
    ' ',
    '\n',
    '\r',
    '\u001b',
    '\u001b]',
    '\u001b[',
    '\u001bP',
    '\u009b',
    '\u009d',
  ],
  ...[
    '\u202e',
    'é',
    'a',
    'A_',
    ':',
    '/',
    ',',
    '#',
    '%',
    'Bearer ',
    '"password":"',
    '"password" ',
    'T',
    'P1D',
  ],
];

/** Work that grows by the square takes minutes on so much: it fails by the time limit, and nothing else is expected. */
const length = 256 * 1024;

it.each(Object.entries(functions))('%s takes time in proportion to the length of text', (_, work) => {
  for (const pump of pumps) work(`${pump.repeat(Math.ceil(length / pump.length))}!`);
});
