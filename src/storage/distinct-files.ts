import type { BigIntStats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../errors.ts';

/** A file, and the name by which the user knows it: `--results`, `FILE`, `the settings`. */
export interface NamedFile {
  readonly role: string;
  /** As the user typed it. */
  readonly name: string;
}

/**
 * Identifies a file: its place on the disk (hard links and other spellings match), or its path when it does not exist
 * yet. Undefined for pipes and devices, which cannot be overwritten.
 */
async function identityOf(name: string, cwd: string): Promise<string | undefined> {
  const path = resolve(cwd, name);
  const found: BigIntStats | undefined = await stat(path, { bigint: true }).catch(() => undefined);
  if (found !== undefined) return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

/**
 * Throws a usage error when an output file is also an input, or would be written twice, through any link or spelling.
 * Call it before anything else happens. Skips `-`, a standard stream.
 */
export async function checkDistinct(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  cwd: string,
): Promise<void> {
  const named = (files: readonly NamedFile[]): NamedFile[] => files.filter(({ name }) => name !== '-');
  const read = new Map<string, NamedFile>();
  for (const input of named(inputs)) {
    const identity = await identityOf(input.name, cwd);
    if (identity !== undefined) read.set(identity, input);
  }
  const written = new Map<string, NamedFile>();
  for (const output of named(outputs)) {
    const identity = await identityOf(output.name, cwd);
    if (identity === undefined) continue;
    const input = read.get(identity);
    if (input !== undefined) throw overwrites(output, input);
    const other = written.get(identity);
    if (other !== undefined) throw sameFile(output, other);
    written.set(identity, output);
  }
}

const hint = 'choose another name; nothing was read or sent';

const overwrites = ({ role, name }: NamedFile, input: NamedFile) =>
  usageError(`${role} ${name} would overwrite ${input.role} ${input.name}`, hint);

const sameFile = ({ role, name }: NamedFile, other: NamedFile) =>
  usageError(`${role} and ${other.role} name the same file: ${name}`, hint);
