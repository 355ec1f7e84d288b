import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { CfiError } from '../../errors.ts';
import { unreadableFile } from '../../storage/file-errors.ts';
import { readText } from '../../storage/read-file.ts';
import { codeOf, type Fields, textField } from '../../text/records.ts';
import { sanitizeText } from '../../text/sanitize.ts';
import { hourMs } from '../../text/time/time.ts';
import { expectedTime, isUsed, proposals, type SlotPhase, slotPhase, slotReference } from './slot-record.ts';

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string): string =>
  sanitizeText(text)
    .replaceAll(/[\\;,]/g, '\\$&')
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

interface Written {
  /** By the service's clock, ms. */
  readonly now: number;
  readonly account: string;
  /** The file that it replaces; empty if there is none. */
  readonly before: string;
}

/** One event, without the lines that only say when it was written. */
interface Event {
  readonly uid: string;
  readonly sequence: number;
  readonly stamp: string;
  readonly lines: readonly string[];
}

/** Slots of other services and accounts, and of a rehearsal on the emulator, may have the same reference. */
const accountMark = (account: string): string =>
  `-${createHash('sha256').update(account).digest('hex').slice(0, 12)}@channel-fulfilment-cli`;

const uidOf = (slot: Fields, account: string): string => escaped(slotReference(slot)) + accountMark(account);

/** The steps that a slot has been through: every change of its negotiation makes it more. */
function stepsOf(slot: Fields): number {
  const phase = slotPhase(slot);
  const ended = phase === 'cancelled' || isUsed(slot) ? 2 : phase === 'confirmed' ? 1 : 0;
  return proposals(slot).length * 3 + ended;
}

/** A slot as an event at the agreed time, else at the offered or requested one, then tentative; undefined without a time. */
function eventOf(slot: Fields, { now, account }: Written): Event | undefined {
  const reference = slotReference(slot);
  const start = expectedTime(slot);
  if (start === undefined) return undefined;
  const warehouse = textField(slot, 'warehouse') ?? '';
  const about = ['deliveryType', 'containerSize', 'containerTruckNumber', 'loadingType']
    .map((name) => textField(slot, name))
    .filter(Boolean);
  return {
    uid: uidOf(slot, account),
    sequence: stepsOf(slot),
    stamp: stamp(now),
    lines: [
      `DTSTART:${stamp(start)}`,
      `DTEND:${stamp(start + hourMs)}`,
      `SUMMARY:${escaped(`Delivery ${reference}, ${warehouse}`)}`,
      `LOCATION:${escaped(warehouse)}`,
      `DESCRIPTION:${escaped(about.join(', '))}`,
      `STATUS:${eventStatus[slotPhase(slot)]}`,
    ],
  };
}

/** One slot as an iCalendar document. Throws `invalid-input` if it has no time yet. */
export function calendarEvent(slot: Fields, written: Written): string {
  if (expectedTime(slot) !== undefined) return calendarOf([slot], written);
  throw new CfiError('invalid-input', `slot ${slotReference(slot)} has no time to put into a calendar yet`);
}

function eventsIn(text: string, account: string): Map<string, Event> {
  const found = new Map<string, Event>();
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  let event: { uid: string; sequence: number; stamp: string; lines: string[] } | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+):(.*)$/.exec(line) ?? [];
    if (line === 'BEGIN:VEVENT') event = { uid: '', sequence: 0, stamp: '', lines: [] };
    else if (event === undefined) continue;
    else if (line === 'END:VEVENT') {
      if (event.uid.endsWith(accountMark(account))) found.set(event.uid, event);
      event = undefined;
    } else if (name === 'UID') event.uid = value;
    else if (name === 'SEQUENCE') event.sequence = Number(value) || 0;
    else if (name === 'DTSTAMP') event.stamp = value;
    else event.lines.push(line);
  }
  return found;
}

/** The event with a sequence that is higher than before if it has changed, and the earlier one if it has not. */
function after(before: Event | undefined, event: Event): Event {
  if (before === undefined) return event;
  if (before.lines.join('\n') === event.lines.join('\n')) return before;
  return { ...event, sequence: Math.max(event.sequence, before.sequence + 1) };
}

const cancelled = (event: Event, now: number): Event =>
  after(event, {
    ...event,
    stamp: stamp(now),
    lines: event.lines.map((line) => (line.startsWith('STATUS:') ? 'STATUS:CANCELLED' : line)),
  });

/**
 * Slots as a document that replaces an earlier one: what has changed has a higher sequence; what is not in
 * `all`, if that is known, is cancelled.
 */
export function calendarOf(slots: readonly Fields[], written: Written, all?: readonly Fields[]): string {
  const { account, now, before } = written;
  const earlier = eventsIn(before, account);
  const chosen = new Set(slots);
  const still = (all ?? []).filter((slot) => !chosen.has(slot) && earlier.has(uidOf(slot, account)));
  const events = [...slots, ...still].flatMap((slot) => {
    const event = eventOf(slot, written);
    return event === undefined ? [] : [after(earlier.get(event.uid), event)];
  });
  const listed = new Set(events.map(({ uid }) => uid));
  const gone = all === undefined ? [] : [...earlier.values()].filter(({ uid }) => !listed.has(uid));
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//channel-fulfilment-cli//cfi//EN',
    ...[...events, ...gone.map((event) => cancelled(event, now))].flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTAMP:${event.stamp}`,
      ...event.lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

/** The text of a calendar that is to be replaced; empty without one, or for a device. A usage error if it cannot be read. */
export async function earlierCalendar(path: string): Promise<string> {
  try {
    return (await lstat(path)).isFile() ? await readText(path) : '';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw unreadableFile(`cannot read the calendar ${path}, which is to be replaced`, error);
  }
}
