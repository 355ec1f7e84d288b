import { createHash } from 'node:crypto';
import { CfiError } from '../../errors.ts';
import { type Fields, textField } from '../../text/records.ts';
import { sanitizeText } from '../../text/sanitize.ts';
import { hourMs } from '../../text/time/time.ts';
import { expectedTime, type SlotPhase, slotPhase, slotReference } from './record.ts';

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string): string =>
  sanitizeText(text)
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll('\n', '\\n');

/** RFC 5545 folds lines after 75 bytes; continuation lines begin with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (bytes + size > 74) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += char;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

const eventStatus: Readonly<Record<SlotPhase, 'CONFIRMED' | 'CANCELLED' | 'TENTATIVE'>> = {
  confirmed: 'CONFIRMED',
  cancelled: 'CANCELLED',
  pending: 'TENTATIVE',
  'answer-needed': 'TENTATIVE',
  other: 'TENTATIVE',
};

/** When the event was written, in milliseconds since the epoch, and the account that the slot belongs to. */
interface Written {
  readonly now: number;
  readonly account: string;
}

/** Slots of other services and accounts, and of a rehearsal on the emulator, may have the same reference. */
function identifier(reference: string, account: string): string {
  const digest = createHash('sha256').update(account).digest('hex').slice(0, 12);
  return `${escaped(reference)}-${digest}@channel-fulfilment-cli`;
}

/**
 * The slot as an iCalendar document: at the agreed time, or else the offered or requested time; tentative until it is
 * agreed. An event of the same slot and account replaces an earlier one in a calendar.
 */
export function calendarEvent(slot: Fields, { now, account }: Written): string {
  const reference = slotReference(slot);
  const start = expectedTime(slot);
  if (start === undefined) {
    throw new CfiError('invalid-input', `slot ${reference} has no time to put into a calendar yet`);
  }
  const status = eventStatus[slotPhase(slot)];
  const warehouse = textField(slot, 'warehouse') ?? '';
  const about = [
    textField(slot, 'deliveryType'),
    textField(slot, 'containerSize'),
    textField(slot, 'containerTruckNumber'),
    textField(slot, 'loadingType'),
  ].filter(Boolean);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//channel-fulfilment-cli//cfi//EN',
    'BEGIN:VEVENT',
    `UID:${identifier(reference, account)}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + hourMs)}`,
    `SUMMARY:${escaped(`Delivery ${reference}, ${warehouse}`)}`,
    `LOCATION:${escaped(warehouse)}`,
    `DESCRIPTION:${escaped(about.join(', '))}`,
    `STATUS:${status}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
