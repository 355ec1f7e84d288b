import type { AccountSettings } from '../config/remembered.ts';
import type { Deps } from '../deps.ts';
import type { Choice } from '../render/choice.ts';
import type { OutputFormat } from '../render/result.ts';
import type { NamedFile, OwnFolders } from '../storage/output-file.ts';
import type { Redactor } from '../text/redact.ts';
import type { ServiceClock } from '../text/time/time.ts';

export interface Settings extends AccountSettings {
  /** Whether the environment asks for both the emulator and a service, and no flag decides. */
  readonly ambiguous?: true;
  readonly output: OutputFormat;
  readonly out?: string | undefined;
  /** What `--fields` and `--sort` ask for. */
  readonly choice?: Choice | undefined;
  /** Whether the user can be asked. */
  readonly interactive: boolean;
  readonly color: { readonly stdout: boolean; readonly stderr: boolean };
  /** Whether everything is for a screen reader: nothing moves, is drawn or redrawn. */
  readonly accessible: boolean;
  readonly pager: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** How long a booking whose answer was lost may still arrive. */
  readonly lostWaitMs: number;
  /** Warehouses known to take Monday deliveries; the service does not publish them. */
  readonly mondayWarehouses?: readonly string[];
}

/** What a command's action gets besides its own options. */
export interface CommandContext {
  readonly deps: Deps;
  readonly settings: Settings;
  /** The words of the command line, as they were typed. */
  readonly words: readonly string[];
  /** Files that the command line names. They are known to be distinct; a command that writes others checks those. */
  readonly files: {
    readonly read: readonly NamedFile[];
    readonly written: readonly NamedFile[];
    /** Where no output goes. */
    readonly own: OwnFolders;
  };
  /** Knows the secrets of this command; whatever is shown or kept goes through it. */
  readonly redactor: Redactor;
  /** Names the account on standard error, once, if the command does that. */
  tellAccount(text: string): void;
  /** The service's time, by its answers. */
  readonly clock: ServiceClock;
  /** Leaves a screen of its own to what is asked, if the command has one. */
  aside?<T>(work: () => Promise<T>): Promise<T>;
  /** Runs before a request waits to be repeated, if the command does not say it in its own way. */
  onWait?(ms: number, reason: string): void;
  /** Writes a line on standard error unless `--quiet`. */
  notice(line: string): void;
  /** Writes a warning on standard error unless `--quiet`. */
  warn(line: string): void;
}
