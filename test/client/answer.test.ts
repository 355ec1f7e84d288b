import { describe, expect, it } from 'vitest';
import { readAnswer, titleOf } from '../../src/client/http.ts';
import { atOnce } from '../../src/text/records.ts';

const read = (
  text: string | Uint8Array,
  status = 200,
  headers: Record<string, string> = {},
  needsBody = true,
) =>
  atOnce(
    readAnswer(
      { status, headers, body: typeof text === 'string' ? new TextEncoder().encode(text) : text },
      needsBody,
      () => 0,
      (text) => text.replaceAll('s3cret', '[removed]'),
    ),
  );

describe('the text of a page', () => {
  it.each([
    ['<html><head><title>Down for work</title></head><body>x</body></html>', 'Down for work'],
    ['<title>Down</title>', 'Down'],
    ['<title>Down</title><p>for work</p>', 'Down'],
    ['<TITLE lang="en">Down</TITLE>', 'Down'],
    ['<title></title><h1>Not here</h1>', ''],
    ['<title', ''],
    ['<title>no end', ''],
    ['<body>İİİİİİİİ<TITLE>Bakım</TITLE>sonra<b>', 'Bakım'],
    ['no tags at all', ''],
    ['', ''],
    ['<', ''],
  ])('%j is %j', (page, text) => {
    expect(titleOf(page).replaceAll(/\s+/g, ' ').trim()).toBe(text);
  });

  it('comes from the first 64 KiB', () => {
    const filler = 'x'.repeat(64 * 1024 - 12);
    expect(titleOf(`${filler}<title>seen</title>`)).toBe('seen');
    expect(titleOf(`${filler}12345<title>unseen</title>`)).toBe('');
  });
});

describe('the meaning of an answer', () => {
  it.each<[string, string, object]>([
    ['data in an envelope', '{"success":true,"data":{"a":1},"message":"m"}', { data: { a: 1 } }],
    [
      'a block of pages',
      '{"data":[],"pagination":{"total_pages":2}}',
      { data: [], pagination: { total_pages: 2 } },
    ],
    [
      'members beside success',
      '{"success":true,"message":"m","lw_po_number":"7"}',
      { data: { lw_po_number: '7' } },
    ],
    ['a list', '[1]', { data: [1] }],
    ['a record without an envelope', '{"a":1}', { data: { a: 1 } }],
    ['an error without success: false', '{"data":{"error":"x"}}', { data: { error: 'x' } }],
  ])('%s', (_, text, answer) => {
    expect(read(text)).toMatchObject({ kind: 'answer', answer: { status: 200, ...answer } });
  });

  it.each(['"text"', '7', 'null', 'true'])('ignores a pagination block of %s', (block) => {
    const attempt = read(`{"data":[],"pagination":${block}}`);
    expect(attempt).toMatchObject({ kind: 'answer' });
    expect('answer' in attempt && 'pagination' in attempt.answer).toBe(false);
  });

  it('has no data if it only reports success', () => {
    expect(read('{"success":true,"message":"done"}')).toMatchObject({ answer: { data: undefined } });
  });

  it.each<[number, boolean]>([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('status %i is a success: %s', (status, success) => {
    expect(read('{"data":1}', status).kind).toBe(success ? 'answer' : 'refusal');
  });

  it.each<[string, string, string]>([
    ['a page', '  <html><title>Sign in</title></html>', 'the service answered with a web page: Sign in'],
    ['a page without a word', '<html><div id="app"></div>', 'the service answered with a web page'],
    ['text', 'sorry', 'the service answered with text that is not JSON: sorry'],
    ['text with a sign', '4 < 5', 'the service answered with text that is not JSON: 4 < 5'],
    ['nothing', '', 'the service sent an empty answer'],
    ['null', 'null', 'the service sent an empty answer'],
  ])('cannot be read when %s replaces JSON', (_, text, message) => {
    expect(read(text)).toEqual({ kind: 'failure', reason: 'unreadable', message, maybeSent: true });
  });

  it('may be empty when no data is needed', () => {
    expect(read(' \n', 204, {}, false)).toMatchObject({ kind: 'answer', answer: { data: undefined } });
  });

  it.each<[string, string, number, string]>([
    ['its error', '{"success":false,"error":"SKU is unknown","message":"no"}', 400, 'SKU is unknown'],
    ['its message', '{"error":"  ","message":"try later"}', 503, 'try later'],
    ['the message within its error', '{"error":{"message":"deep"}}', 500, 'deep'],
    ['a number', '{"error":7}', 500, 'the service answered with status 500'],
    ['text', 'Bad gateway', 502, 'Bad gateway'],
    ['text with a sign', 'more than 4 < 5', 502, 'more than 4 < 5'],
    ['a page', '<html><title>502 Bad Gateway</title></html>', 502, '502 Bad Gateway'],
    ['nothing', '', 502, 'the service answered with status 502'],
    ['a list', '["no"]', 500, 'the service answered with status 500'],
    ['success: false with 200', '{"success":false,"error":"not now"}', 200, 'not now'],
  ])('a refusal says %s', (_, text, status, error) => {
    expect(read(text, status)).toMatchObject({ kind: 'refusal', status, error });
  });

  it.each([
    [502, 200],
    [200, 120],
  ])('text that is not JSON, with %i, is shown up to %i characters', (status, most) => {
    for (const length of [most, most + 1]) {
      const { error, message } = { error: '', message: '', ...read('x'.repeat(length), status) };
      const shown = (error + message).split(': ').at(-1) ?? '';
      expect([shown.length, shown.endsWith('…')]).toEqual([most, length > most]);
    }
  });

  it.each([
    [500, 500],
    [501, 500],
  ])('a reason of %i characters is shown with %i', (length, shown) => {
    const attempt = read(JSON.stringify({ error: 'x'.repeat(length) }), 400);
    const error = 'error' in attempt ? attempt.error : '';
    expect([error.length, error.endsWith('…')]).toEqual([shown, length > 500]);
  });

  it('leaves no half of a character where a reason is cut', () => {
    const attempt = read(JSON.stringify({ error: `${'x'.repeat(498)}😀😀` }), 400);
    expect(attempt).toMatchObject({ error: `${'x'.repeat(498)}…` });
  });

  it.each<[string, number, (secret: string) => string, Record<string, string>?]>([
    ['a reason', 400, (secret) => JSON.stringify({ error: `${'x'.repeat(496)}${secret}` })],
    ['a message', 503, (secret) => JSON.stringify({ message: `${'x'.repeat(496)}${secret}` })],
    ['a reason after blanks', 400, (secret) => JSON.stringify({ error: `x${' '.repeat(9996)}${secret}` })],
    ['text', 502, (secret) => `${'x'.repeat(196)}${secret}`],
    ['a page', 502, (secret) => `<title>${'x'.repeat(196)}${secret}<`],
    [
      'what is read of a long text',
      502,
      (secret) => `x${'\u0007'.repeat(80 * 1024 - 5)}${secret}${'y'.repeat(99)}`,
    ],
    ['text instead of JSON', 200, (secret) => `${'x'.repeat(116)}${secret}`],
    ['a page instead of JSON', 200, (secret) => `<title>${'x'.repeat(116)}${secret}<`],
    ['the target of a redirect', 302, () => '', { location: `https://h/${'x'.repeat(186)}s3cret` }],
  ])('leaves no part of a secret where %s is cut', (_, status, body, headers) => {
    const { error, message } = { error: '', message: '', ...read(body('s3cret'), status, headers) };
    expect(error + message).toContain('x');
    expect(error + message).not.toContain('s3');
  });

  it.each([
    ['a page', 502, `<p>${'x'.repeat(300_000)}`],
    ['text', 502, 'x'.repeat(300_000)],
    ['a reason', 400, JSON.stringify({ error: 'x'.repeat(300_000) })],
  ])('is not looked through for secrets beyond what may be shown: %s', (_, status, body) => {
    let longest = 0;
    const redact = (text: string): string => {
      longest = Math.max(longest, text.length);
      return text;
    };
    atOnce(readAnswer({ status, headers: {}, body: Buffer.from(body) }, true, () => 0, redact));
    expect(longest).toBeLessThan(100_000);
  });

  it.each([
    [300, true],
    [308, true],
    [399, true],
    [400, false],
    [299, false],
  ])('status %i with a location is a redirect: %s', (status, redirects) => {
    const attempt = read('{"success":false,"error":"no"}', status, { location: 'https://other.example/' });
    expect('error' in attempt && attempt.error.includes('redirects to https://other.example/')).toBe(
      redirects,
    );
  });

  it('may begin with a byte-order mark', () => {
    const mark = Uint8Array.of(0xef, 0xbb, 0xbf);
    expect(read(Buffer.concat([mark, Buffer.from('{"data":"é"}')]))).toMatchObject({ answer: { data: 'é' } });
  });

  it.each<[string, string, string, boolean]>([
    ['lists, 500 deep', '['.repeat(500), ']'.repeat(500), true],
    ['lists, 501 deep', '['.repeat(501), ']'.repeat(501), false],
    ['objects, 501 deep', '{"a":'.repeat(501), '}'.repeat(501), false],
  ])('%s: readable %s', (_, open, close, readable) => {
    expect(read(`${open}${open.startsWith('{') ? '1' : ''}${close}`.padEnd(3000)).kind).toBe(
      readable ? 'answer' : 'failure',
    );
  });

  it('ignores brackets and escapes inside text', () => {
    const text = ['['.repeat(600), `\\"${'{'.repeat(600)}`, '\\\\', ''].map((part) => `"${part}"`);
    expect(read(`[${text.join()}]`).kind).toBe('answer');
    expect(read(`["\\\\",${'['.repeat(600)}${']'.repeat(600)}]`).kind).toBe('failure');
    expect(read(`[${'[],'.repeat(600)}[]]`).kind).toBe('answer');
  });
});
