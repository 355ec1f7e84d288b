import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { CfiError } from '../errors.ts';
import { unreadableFile } from '../storage/file-errors.ts';
import { readText } from '../storage/read-file.ts';
import { codeOf, type Fields, textField } from '../text/records.ts';
import { sanitizeText } from '../text/sanitize.ts';
import { hourMs } from '../text/time/time.ts';
import type { Steps } from '../timers.ts';
import { expectedTime, isUsed, proposals, slotPhase, slotReference } from './slot-record.ts';

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string): string =>
  sanitizeText(text)
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const mostBytes = 74;

/** RFC 5545 folds lines after 75 bytes; continuation lines begin with a space. */
function folded(line: string): string {
  const bytes = Buffer.from(line);
  if (bytes.length <= mostBytes) return line;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = Math.min(at + mostBytes, bytes.length);
    // A character is not divided.
    while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    parts.push(bytes.toString('utf8', at, end));
    at = end;
  }
  return parts.join('\r\n ');
}

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

/** The lines of an event that say something of its slot, in their order. */
const contentNames = ['DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'DESCRIPTION', 'STATUS'] as const;
/** All lines of an event that are read again. */
const names = new Set<string>(['UID', 'SEQUENCE', 'DTSTAMP', ...contentNames]);

const uidOf = (slot: Fields, mark: string): string => escaped(slotReference(slot)) + mark;

/** The steps that a slot has been through: every change of its negotiation makes it more. */
function stepsOf(slot: Fields): number {
  const phase = slotPhase(slot);
  const ended = phase === 'cancelled' || isUsed(slot) ? 2 : phase === 'confirmed' ? 1 : 0;
  return proposals(slot).length * 3 + ended;
}

/** A slot as an event at the agreed time, else at the offered or requested one, then tentative; undefined without a time. */
function eventOf(slot: Fields, { now }: Written, mark: string): Event | undefined {
  const reference = slotReference(slot);
  const start = expectedTime(slot);
  if (start === undefined) return undefined;
  const phase = slotPhase(slot);
  const warehouse = textField(slot, 'warehouse') ?? '';
  const about = ['deliveryType', 'containerSize', 'containerTruckNumber', 'loadingType']
    .map((name) => textField(slot, name))
    .filter(Boolean);
  const content = {
    DTSTART: stamp(start),
    DTEND: stamp(start + hourMs),
    SUMMARY: escaped(`Delivery ${reference}, ${warehouse}`),
    LOCATION: escaped(warehouse),
    DESCRIPTION: escaped(about.join(', ')),
    STATUS: phase === 'confirmed' ? 'CONFIRMED' : phase === 'cancelled' ? 'CANCELLED' : 'TENTATIVE',
  };
  return {
    uid: uidOf(slot, mark),
    sequence: stepsOf(slot),
    stamp: stamp(now),
    lines: contentNames.map((name) => `${name}:${content[name]}`),
  };
}

/** One slot as an iCalendar document. Throws `invalid-input` if it has no time yet. */
export function calendarEvent(slot: Fields, written: Written): Steps<string> {
  if (expectedTime(slot) !== undefined) return calendarOf([slot], written);
  throw new CfiError('invalid-input', `slot ${slotReference(slot)} has no time to put into a calendar yet`);
}

/** The event that was written with these lines; undefined if it is not as we write one. */
function writtenEvent(values: ReadonlyMap<string, string>): Event | undefined {
  const [uid = '', number = '', stamp = ''] = ['UID', 'SEQUENCE', 'DTSTAMP'].map((name) => values.get(name));
  const lines = contentNames.flatMap((name) => (values.has(name) ? `${name}:${values.get(name)}` : []));
  if (lines.length < contentNames.length || !/^\d{8}T\d{6}Z$/.test(stamp)) return undefined;
  return { uid, sequence: /^\d{1,9}$/.test(number) ? Number(number) : 0, stamp, lines };
}

/** Our events in a calendar, by their UID. */
function* eventsIn(text: string, mark: string): Steps<Map<string, Event>> {
  const found = new Map<string, Event>();
  let values: Map<string, string> | undefined;
  const take = (line: string): void => {
    const [, name = '', value = ''] = /^([A-Z-]{1,40}):(.*)$/.exec(line) ?? [];
    if (line === 'BEGIN:VEVENT') values = new Map();
    else if (line === 'END:VEVENT') {
      const event = writtenEvent(values ?? new Map());
      if (event?.uid.endsWith(mark)) found.set(event.uid, event);
      values = undefined;
    } else if (names.has(name)) values?.set(name, value);
  };
  let line = '';
  for (const [part] of text.matchAll(/[^\r\n]+/g)) {
    yield;
    if (/^[ \t]/.test(part)) {
      line += part.slice(1);
      continue;
    }
    take(line);
    line = part;
  }
  take(line);
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

/** A document that replaces an earlier one: what has changed gets a higher sequence; what is not in `all` is cancelled. */
export function* calendarOf(slots: readonly Fields[], written: Written, all?: readonly Fields[]) {
  // Slots of other services and accounts, and of a rehearsal on the emulator, may have the same reference.
  const digest = createHash('sha256').update(written.account).digest('hex').slice(0, 12);
  const mark = `-${digest}@channel-fulfilment-cli`;
  const earlier = yield* eventsIn(written.before, mark);
  const parts = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//channel-fulfilment-cli//cfi//EN'];
  const addEvent = ({ uid, sequence, stamp, lines }: Event): void => {
    const head = ['BEGIN:VEVENT', `UID:${uid}`, `SEQUENCE:${sequence}`, `DTSTAMP:${stamp}`];
    parts.push([...head, ...lines, 'END:VEVENT'].map(folded).join('\r\n'));
  };
  const listed = new Set<string>();
  const addSlot = (slot: Fields): void => {
    const event = eventOf(slot, written, mark);
    if (event === undefined) return;
    listed.add(event.uid);
    addEvent(after(earlier.get(event.uid), event));
  };
  for (const slot of slots) yield addSlot(slot);
  const chosen = new Set(slots);
  for (const slot of all ?? [])
    yield !chosen.has(slot) && earlier.has(uidOf(slot, mark)) ? addSlot(slot) : undefined;
  if (all !== undefined)
    for (const [uid, event] of earlier)
      yield listed.has(uid) ? undefined : addEvent(cancelled(event, written.now));
  return [...parts, 'END:VCALENDAR', ''].join('\r\n');
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
