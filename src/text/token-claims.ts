import { type Fields, fieldsOf } from './records.ts';

/** What a token (a JWT) says of itself, unchecked: its signature is the service's business. Empty for any other text. */
export function tokenClaims(token: string): Fields {
  try {
    return fieldsOf(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}
