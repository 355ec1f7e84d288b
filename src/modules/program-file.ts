import { openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Where the text of a module is in the file of all modules, in bytes. Reading ASCII as latin1 is faster. */
interface Place {
  readonly encoding: 'latin1' | 'utf8';
  readonly start: number;
  readonly end: number;
}

/** `program.json`, the table of the modules. */
interface Table {
  /** The name of the build, which is also in that of the file with its modules; it depends on the version and on all texts. */
  readonly build: string;
  readonly modules: Readonly<Record<string, Place>>;
}

/** The modules of the built program. */
export interface ProgramFile {
  readonly build: string;
  /** The text of a module, read when it is needed. Throws an `Error` for people if the file is cut off. */
  text(module: string): string;
}

const incomplete = 'the program is being updated, or its installation is damaged';

/**
 * Opens the file in `folder` that holds all modules of the program. It stays open, so that a program that runs for days
 * can load the rest of its modules even after an update has replaced or removed them. Throws an `Error` for people if
 * the program is incomplete.
 */
export function openProgramFile(folder: string): ProgramFile {
  try {
    const { build, modules } = JSON.parse(readFileSync(join(folder, 'program.json'), 'utf8')) as Table;
    const file = openSync(join(folder, `program-${build}`), 'r');
    return {
      build,
      text(module) {
        const { encoding, start, end } = modules[module] as Place;
        const text = Buffer.allocUnsafe(end - start);
        if (readSync(file, text, 0, text.length, start) < text.length) throw new Error(incomplete);
        return text.toString(encoding);
      },
    };
  } catch (error) {
    throw new Error(incomplete, { cause: error });
  }
}
