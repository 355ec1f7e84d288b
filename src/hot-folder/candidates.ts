import { isUtf8 } from 'node:buffer';
import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';

/** A file that could be taken, as it was when checked. */
export interface Candidate {
  readonly name: string;
  readonly path: string;
  /** Changes whenever the file does: its identity, size and times. */
  readonly mark: string;
  /** When it was last written, ns since the epoch. */
  readonly modified: bigint;
  /** When it or its name last changed, ms since the epoch; only the system sets it. */
  readonly touchedAt: number;
  /** Its inode's change time: differs as soon as it is written, moved or renamed. */
  readonly changed: string;
}

const payload = /\.(?:csv|tsv|txt|json|ndjson)$/i;
const corrected = /\.failed\./i;

/** Whether a file with this name is taken. */
export const isPayloadName = (name: string): boolean =>
  !name.startsWith('.') && payload.test(name) && !corrected.test(name);

/**
 * The payload files directly in a folder, oldest first; no dot files, failed files or links. Throws the file system's
 * error.
 */
export function candidatesIn(folder: string): Candidate[] {
  return readdirSync(folder)
    .filter(isPayloadName)
    .flatMap((name) => lookAtFile(folder, name) ?? [])
    .sort((a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : a.name < b.name ? -1 : 1));
}

/**
 * The payload files whose names are not UTF-8, which cannot be opened by the name that Node shows; each as text in which
 * the odd bytes are written `\\xfc`. Throws the file system's error.
 */
export function unreadableNamesIn(folder: string): string[] {
  // Node replaces what it cannot read by this sign.
  if (!readdirSync(folder).some((name) => name.includes('\u{fffd}') && isPayloadName(name))) return [];
  const inFolder = Buffer.from(join(folder, '/'));
  return readdirSync(folder, { encoding: 'buffer' })
    .filter((name) => !isUtf8(name) && isPayloadName(name.toString()))
    .filter((name) => lstatSync(Buffer.concat([inFolder, name]), { throwIfNoEntry: false })?.isFile())
    .map(withBytes);
}

const withBytes = (name: Buffer): string =>
  Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('');

/** The file's current state; undefined when it is gone or not a regular file. */
export function lookAtFile(folder: string, name: string): Candidate | undefined {
  const path = join(folder, name);
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  const { mtimeNs: modified, ctimeNs } = found;
  return { name, path, mark: markOf(found), modified, touchedAt: touched(found), changed: String(ctimeNs) };
}

const touched = ({ mtimeMs, ctimeMs }: BigIntStats): number => Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);

const markOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => [dev, ino, size, mtimeNs].join(' ');

/** Remembers how long each file has stayed unchanged. */
export interface Settling {
  /** Milliseconds since the file was last seen to change. `now` is monotonic. */
  unchangedFor(file: Candidate, now: number): number;
  /** Forgets files that no longer exist. */
  keepOnly(files: readonly Candidate[]): void;
}

/** Starts empty for the files of one folder. */
export function watchSettling(): Settling {
  const seen = new Map<string, { mark: string; since: number }>();
  return {
    unchangedFor(file, now) {
      const before = seen.get(file.name);
      if (before?.mark === file.mark) return now - before.since;
      seen.set(file.name, { mark: file.mark, since: now });
      return 0;
    },
    keepOnly(files) {
      const there = new Set(files.map(({ name }) => name));
      for (const name of seen.keys()) if (!there.has(name)) seen.delete(name);
    },
  };
}

/**
 * The wall clock, in ms since the epoch, without what it is set forward from now on: a file that is still being written
 * would suddenly look old. Such files are watched until they have settled.
 */
export function clockNeverAhead({ now, monotonicNow }: Pick<Deps, 'now' | 'monotonicNow'>): () => number {
  const [wall, steady] = [now(), monotonicNow()];
  return () => Math.min(now(), wall + monotonicNow() - steady);
}
