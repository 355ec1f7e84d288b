/** What completion offers for a value beyond fixed words. */
export type Completion = 'file' | 'folder' | 'profile' | 'warehouse' | 'slot';

/** One option of a command, as data. */
export interface OptionSpec {
  /** As commander reads it: `-y, --yes`, `--page <N>`, `--no-input`. */
  readonly flags: string;
  readonly help: string;
  /** The only values there are. */
  readonly choices?: readonly string[];
  /** Values worth offering, where others are possible too. */
  readonly suggest?: readonly string[];
  /** Text to value, before the command sees it; throws a usage error that names the option. Text stays text without it. */
  readonly parse?: (option: string, text: string) => unknown;
  /** May be given several times; the values are gathered in a list, empty when there is none. */
  readonly repeat?: boolean;
  /** Asked for on a terminal, demanded without one. */
  readonly required?: boolean;
  readonly complete?: Completion;
  /** Key of the profile's setting that stands in when the option is not given. */
  readonly preset?: string;
}

/** One positional argument. */
export interface ArgumentSpec {
  /** Key in the options that the command is given. */
  readonly name: string;
  /** As help shows it, `FILE`. */
  readonly label: string;
  readonly help?: string;
  readonly choices?: readonly string[];
  /** Values worth offering, where others are possible too. */
  readonly suggest?: readonly string[];
  readonly required?: boolean;
  /** Takes all the rest, as a list. */
  readonly variadic?: boolean;
  readonly complete?: Completion;
}

interface Example {
  readonly command: string;
  readonly does?: string;
}

/** A command or a group of commands, as data: help, parsing and completion are made from it. */
export interface CommandSpec<Module = unknown> {
  readonly name: string;
  /** One line, no full stop. */
  readonly summary: string;
  /** More to know, after the options. */
  readonly notes?: string;
  readonly examples: readonly Example[];
  readonly args?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** The members of a group. */
  readonly commands?: readonly CommandSpec<Module>[];
  /** Runs when the group's name is followed by something that is no member. */
  readonly fallback?: boolean;
  /** Not in help. */
  readonly hidden?: boolean;
  /** Runs on after SIGINT until it has come to an orderly end by itself. */
  readonly graceful?: boolean;
  /** Loads the module when the command runs. */
  readonly load?: () => Promise<Module>;
}
