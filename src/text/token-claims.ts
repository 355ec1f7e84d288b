import { type Fields, fieldsOf } from './records.ts';

/** What a token (a JWT) claims, unchecked: only the service can verify its signature. Empty for any other text. */
export function tokenClaims(token: string): Fields {
  try {
    return fieldsOf(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}
