import { parse, stringify } from 'lossless-json';

/** A number of so many digits, where one may begin, might not survive as a double. */
const longNumber = /(?:^|[\s:[,])-?\d{16}/;

const readNumber = (digits: string): number | bigint => {
  const value = Number(digits);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits)
    ? BigInt(digits)
    : value;
};

/**
 * As `JSON.parse`, but an integer beyond 2^53 becomes a `bigint` and keeps all its digits. Throws a `SyntaxError` for
 * text that is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // lossless-json would take a member `__proto__` for the prototype of the object.
  if (!longNumber.test(text) || text.includes('__proto__')) return value;
  try {
    return parse(text, null, readNumber);
  } catch {
    // The same name twice in an object is no error to us: the last one counts.
    return value;
  }
}

/** As `JSON.stringify`, and a `bigint` is written as the integer that it is. Undefined for what JSON cannot hold. */
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
