import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { noFollow } from './private-file.ts';
import { removeAbandoned, temporaryFor } from './temporary-name.ts';

const { O_WRONLY, O_CREAT, O_EXCL } = constants;

/** Who may read a new file: only its owner, or anyone the umask allows. */
export type Access = 'owner' | 'umask';

/**
 * Whether a new file survives a power cut: without a sync, the system may keep its name and lose its content. A sync takes
 * 1 to 10 ms.
 */
export type Durability = 'synced' | 'unsynced';

const modes = { owner: 0o600, umask: 0o666 } as const satisfies Record<Access, number>;

/** A file still being written, under a temporary name beside its target. */
export interface Draft {
  readonly handle: FileHandle;
  /** Moves it into place, if `synced` once it is safely on disk. Replaces what was there, even a link, and never follows it. */
  keep(): Promise<void>;
  /** Removes it and keeps the previous file. */
  drop(): Promise<void>;
}

/**
 * Creates a file that replaces `path` once complete. Its temporary name cannot be guessed and must not exist, so nobody
 * can plant a link there. What dead processes left of theirs is removed. Throws the file system's error.
 */
export async function openDraft(
  path: string,
  access: Access,
  durability: Durability = 'synced',
): Promise<Draft> {
  removeAbandoned(path);
  const temporary = temporaryFor(path);
  const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | noFollow, modes[access]);
  const drop = async (): Promise<void> => {
    await handle.close().catch(() => {});
    // Whatever prevents its removal also prevented the write, and is reported there.
    await rm(temporary, { force: true }).catch(() => {});
  };
  try {
    // The umask may remove even the owner's rights.
    if (access === 'owner') await handle.chmod(modes.owner);
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    handle,
    async keep() {
      try {
        if (durability === 'synced') await handle.sync();
        await handle.close();
        await rename(temporary, path);
      } catch (error) {
        await drop();
        throw error;
      }
    },
    drop,
  };
}

/** Writes a file whole or not at all. Throws the file system's error. */
export async function writeWhole(
  path: string,
  text: string,
  access: Access,
  durability?: Durability,
): Promise<void> {
  const draft = await openDraft(path, access, durability);
  try {
    await draft.handle.writeFile(text);
  } catch (error) {
    await draft.drop();
    throw error;
  }
  await draft.keep();
}
