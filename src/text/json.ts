import { parse, stringify } from 'lossless-json';
import { type Fields, fieldsOf } from './records.ts';

/** A number with this many digits might lose some as a double. */
const longNumber = /(?:^|[\s:[,])-?\d{16}/;

const readNumber = (digits: string): number | bigint => {
  const value = Number(digits);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits)
    ? BigInt(digits)
    : value;
};

/**
 * Like `JSON.parse`, but an integer beyond 2^53 becomes a `bigint` and keeps all its digits. Throws a `SyntaxError` for
 * text that is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // lossless-json would set the object's prototype from a member named `__proto__`.
  if (!longNumber.test(text) || text.includes('__proto__')) return value;
  try {
    return parse(text, null, readNumber);
  } catch {
    // We accept a repeated name in an object: the last one wins.
    return value;
  }
}

/** Like `JSON.stringify`, but writes a `bigint` as an integer. Undefined for values that JSON cannot represent. */
export function stringifyJson(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, undefined, indent);
  }
}

/** Whether text is a JSON document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a token (a JWT) claims, unchecked: only the service can verify its signature. Empty for any other text. */
export function tokenClaims(token: string): Fields {
  try {
    return fieldsOf(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}
