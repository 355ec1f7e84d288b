import { chmodSync, lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A folder with a random name, in which new settings are written before they replace the file. */
export function makeDraft(place: string): string {
  const draft = join(dirname(place), `.config-${crypto.randomUUID()}`);
  mkdirSync(draft, { mode: 0o700 });
  // The umask may remove even the owner's rights.
  chmodSync(draft, 0o700);
  return draft;
}

/** With a UUID, or with six characters at random: then it takes more than a word or a date, which people choose. */
const draftName =
  /^\.config-(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*[A-Z])(?=.*[a-z0-9])[A-Za-z0-9]{6})$/;
/** What the library adds to the name of a file that it is writing. */
const unfinished = /^\.tmp-\d{10}[0-9a-f]{6}$/;

/** Whether a name is that of the settings, or of an unfinished copy of them. */
const isCopy = (name: string, settings: string): boolean =>
  name === settings || (name.startsWith(settings) && unfinished.test(name.slice(settings.length)));

const isPrivate = (path: string): boolean =>
  process.platform === 'win32' || (lstatSync(path).mode & 0o077) === 0;

/** Removes the folder of a draft, unless it holds anything else or is open to others, and so is somebody's own. */
function removeDraft(draft: string, settings: string): void {
  const names = readdirSync(draft);
  if (!isPrivate(draft) || !names.every((name) => isCopy(name, settings))) return;
  for (const name of names) unlinkSync(join(draft, name));
  rmdirSync(draft);
}

/**
 * Removes the copies of the settings that killed processes left beside `place`, because they hold tokens and a sign-out would
 * miss them. `settings` is the name of the file in a draft. Only for the holder of the settings' lock: any other process
 * that is still writing has lost it, and must begin again.
 */
export function removeDrafts(place: string, settings: string): void {
  const folder = dirname(place);
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch {
      // Whatever prevents this also prevents the write that follows, unless another process has removed it first.
    }
  };
  attempt(() => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && draftName.test(entry.name)) attempt(() => removeDraft(path, settings));
      // Version 0.1.0 wrote them beside the file.
      else if (entry.isFile() && entry.name !== basename(place) && isCopy(entry.name, basename(place)))
        attempt(() => unlinkSync(path));
    }
  });
}
