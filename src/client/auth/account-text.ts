import { sanitizeLine } from '../../text/sanitize.ts';
import { addressText } from '../http/request.ts';
import type { AccountSettings } from './account.ts';

/** Which account a command acts for. */
interface Account {
  /** Where it is, if not in the embedded emulator. */
  readonly baseUrl: string;
  readonly clientId: string | undefined;
}

/** `acme at service.example (profile main)`, or `emu-acme at the emulator (CFI_EMULATOR)`. */
export function accountText(
  { baseUrl, clientId }: Account,
  { profile, emulator }: AccountSettings,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const client = clientId ?? (env.CFI_TOKEN ? 'the client of CFI_TOKEN' : 'nobody yet');
  if (emulator)
    return sanitizeLine(`${client} at the emulator (${env.CFI_EMULATOR ? 'CFI_EMULATOR' : '--emulator'})`);
  const place = addressText(baseUrl)
    .replace(/^https?:\/\//, '')
    .replace(/\/v\d{1,4}$/, '');
  return sanitizeLine(`${client} at ${place} (profile ${profile})`);
}
