import type { AnyColumn, Result } from '../render/result.ts';
import type { Choice } from './prompts.ts';
import type { CommandContext } from './settings.ts';

/** What completion suggests for a value, besides fixed words. */
export type Completion =
  | 'file'
  | 'folder'
  | 'profile'
  | 'warehouse'
  | 'sku'
  | 'order'
  | 'inbound'
  | 'po'
  | 'slot';

/** What an option and an argument say about their value. */
interface Value {
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** Suggested values; others are also allowed. */
  readonly suggest?: readonly string[];
  /** Asked for on a terminal, otherwise an error. */
  readonly required?: boolean;
  /** What a person is asked where it is missing; otherwise what help says of it. */
  readonly question?: string;
  readonly complete?: Completion;
  /** It names a file that the command writes; other values completed as `file` name files that it reads. */
  readonly writes?: boolean;
}

/** What the options of a long list are for, in the order in which help shows them. */
export const purposes = {
  send: 'What to send',
  read: 'How to read the file',
  after: 'Other options',
} as const;

type Purpose = keyof typeof purposes;

export interface Option extends Value {
  /** As commander reads it: `-y, --yes`, `--warehouse, --location <NAME>` (two names of one option), `--page <N>`, `--late [DURATION]` (its value may be left out), `--no-input`. */
  readonly flags: string;
  readonly help: string;
  /** Turns the text into the value; throws a usage error that names the option. Without it text stays text. */
  readonly parse?: (option: string, text: string) => unknown;
  /** Repeatable: the value is a list, empty if the option is not given. */
  readonly repeat?: boolean;
  /** Key of the profile's setting to use when the option is not given. */
  readonly setting?: string;
  /** What a word on the line probably is, of a command that takes none. */
  readonly isWord?: boolean;
  /** What it is for, which is where help shows it; without one it comes first. */
  readonly purpose?: Purpose;
  /** Only `--help-all` and the manual page show it. */
  readonly isRare?: boolean;
  /** Without a terminal it makes no difference, because nothing is asked there. */
  readonly isForTerminal?: boolean;
}

/** What a line gives a command: its arguments and options by key. */
export type Given = Readonly<Record<string, unknown>>;

/** Reads the values to choose from; undefined where one has to be typed. */
export type ChosenFrom = (context: CommandContext, options: Given) => Promise<readonly Choice[] | undefined>;

export interface Argument extends Value {
  /** Key in the options that the command gets. */
  readonly name: string;
  /** As help shows it, `FILE`. */
  readonly label: string;
  readonly help?: string;
  /** Keys of options that make it unnecessary. */
  readonly unless?: readonly string[];
  /** Loads what reads the values to choose from on a terminal. */
  readonly chosenFrom?: () => Promise<ChosenFrom>;
  /** The command that lists the values, named where nobody can be asked. */
  readonly listedBy?: string;
  /** Takes all remaining words, as a list. */
  readonly variadic?: boolean;
  /** The command says itself what is wrong with an empty value; an empty one otherwise counts as missing. */
  readonly takesEmpty?: boolean;
}

/** A command line to copy, and what it does if that is not obvious. */
export interface Example {
  readonly command: string;
  readonly does?: string;
}

interface Described {
  readonly name: string;
  /** One line, no full stop. */
  readonly summary: string;
  readonly examples: readonly Example[];
  /** More to know, after the options. */
  readonly notes?: string;
  /** Left out of help and completion. */
  readonly hidden?: boolean;
}

/** The definition of a command, the source of help, parsing, completion and the types of its options. */
export interface Definition extends Described {
  /** What to look at beside it: commands, `order get`, and topics of the help, `help csv`. */
  readonly related?: readonly string[];
  /** The command that it is a part of, whose section of the reference describes it too. */
  readonly partOf?: string;
  /** The document that it prints as JSON, by its name in the tables of `src/output-schemas/`. */
  readonly document?: string;
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  /** What it asks for itself on a terminal: an option, unless one of the others is given. */
  readonly needsOne?: Argument & Required<Pick<Argument, 'unless'>>;
  /** On a terminal it first names the account: it can change something there (`writes`), or somebody acts on what it shows. */
  readonly namesAccount?: 'writes' | 'reads';
  /** After SIGINT, it continues until it has finished cleanly. */
  readonly graceful?: boolean;
  /** Although it is graceful, it shows nothing of its own while it waits for the service: a spinner does. */
  readonly waits?: boolean;
}

interface CommandModule<Options> {
  run(context: CommandContext, options: Options): Promise<Result | undefined>;
  /** For a command that lists: the columns of csv, for `--fields` and `--sort`; undefined if the answer decides. */
  columns?(options: Partial<Options>): readonly AnyColumn[] | undefined;
}

export interface Runnable extends Definition {
  /** Loads the module; missing only for `help`, which is answered while the line is read. */
  readonly load?: () => Promise<CommandModule<Given>>;
  readonly commands?: never;
}

export interface Group extends Described {
  readonly commands: readonly Command[];
  /** Whether the first command runs when no member is named. */
  readonly fallback?: boolean;
  readonly related?: never;
  readonly args?: never;
  readonly options?: never;
}

export type Command = Runnable | Group;

/** The commands that can be run, with their paths; groups are left out. */
export function* leaves(
  commands: readonly Command[],
  path: readonly string[] = [],
): Iterable<{ readonly path: readonly string[]; readonly command: Runnable }> {
  for (const command of commands) {
    const here = [...path, command.name];
    if (command.commands === undefined) yield { path: here, command };
    else yield* leaves(command.commands, here);
  }
}

/** Checks a definition and keeps its exact type, from which `OptionsOf` infers. */
export const define = <const D extends Definition>(definition: D): D => definition;

/** These options, of which only the whole help of this command shows those that are not named. */
export const rarely = <const O extends readonly Option[]>(options: O, ...usual: readonly string[]): O =>
  options.map((option) => ({
    ...option,
    isRare: !usual.includes(longName(option)),
  })) as readonly Option[] as O;

/** These options, which are for that. */
export const meantTo = <const O extends readonly Option[]>(purpose: Purpose, options: O): O =>
  options.map((option) => ({ ...option, purpose })) as readonly Option[] as O;

type NamedOne<Name extends string> = { readonly flags: Name | `${Name} ${string}` };

/** Those of the options that have one of these names. */
export const only = <O extends Option, Name extends string>(options: readonly O[], ...names: Name[]) =>
  options.filter((option) => names.some((name) => name === longName(option))) as Extract<O, NamedOne<Name>>[];

/** These options without those of these names. */
export const without = <O extends Option, Name extends string>(options: readonly O[], ...names: Name[]) =>
  options.filter((option) => !names.some((name) => name === longName(option))) as Exclude<
    O,
    NamedOne<Name>
  >[];

/** Checks a list of options that several commands share, and keeps its exact type. */
export const defineOptions = <const O extends readonly Option[]>(options: O): O => options;

/** The module that runs a command with this definition. */
export type ModuleOf<D extends Pick<Definition, 'args' | 'options'>> = CommandModule<OptionsOf<D>>;

/** Its function, where it is all that the module has. */
export type Run<D extends Pick<Definition, 'args' | 'options'>> = ModuleOf<D>['run'];

/** A definition, and what runs it: a module with `run`, or a function of one. It reads no option that the definition lacks. */
export const command = <D extends Definition>(
  definition: D,
  load: () => Promise<ModuleOf<D> | Run<D>>,
): Runnable => ({
  ...definition,
  load: async () => {
    const loaded = await load();
    return typeof loaded === 'function' ? { run: loaded } : loaded;
  },
});

/** The long name of an option, `--page-size`; of two, the last. */
export const longName = (option: Pick<Option, 'flags'>): string => spellings(option).at(-1) ?? option.flags;

/** The forms of an option that a user can type: `-o` and `--output`. */
export const spellings = ({ flags }: Pick<Option, 'flags'>): string[] =>
  flags.match(/(?<![\w<])--?[\w-]+/g) ?? [];

/** Whether an option always has a value. */
export const takesValue = ({ flags }: Pick<Option, 'flags'>): boolean => flags.includes('<');

/** The key of an option in what a command gets, `pageSize`. */
export const optionKey = (option: Pick<Option, 'flags'>): string =>
  longName(option)
    .replace(/^--(no-)?/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What a line gives, each value with what its argument or option says about it. */
export type Values = ReturnType<typeof valuesOf>;

/** The values that a line gives a command; their roles are as the user knows them, `FILE` or `--results`. */
export const valuesOf = ({ args = [], options = [] }: Pick<Command, 'args' | 'options'>, given: Given) => [
  ...args.map((arg) => ({ ...arg, role: arg.label, value: given[arg.name] })),
  ...options.map((option) => ({ ...option, role: longName(option), value: given[optionKey(option)] })),
];

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type LongName<Flags extends string> = Flags extends `${string}, --${infer Last}`
  ? LongName<`--${Last}`>
  : Flags extends `${string}--${infer Name} ${string}`
    ? Name
    : Flags extends `${string}--${infer Name}`
      ? Name
      : never;

/** `optionKey`, as a type. */
type Key<Flags extends string> = Camel<LongName<Flags> extends `no-${infer Rest}` ? Rest : LongName<Flags>>;

/** Of an option whose value may be left out, it is then true. */
type OptionValue<O> = O extends { flags: `${string} [${string}` } ? true | GivenValue<O> : GivenValue<O>;

type GivenValue<O> = O extends { parse: (option: string, text: string) => infer Value }
  ? Value
  : O extends { choices: readonly (infer Choice)[] }
    ? Choice
    : O extends { flags: `${string}<${string}` }
      ? string
      : boolean;

type ArgumentValue<A> = A extends { variadic: true; required: true }
  ? readonly [string, ...string[]]
  : A extends { variadic: true }
    ? readonly string[]
    : A extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string;

/** Always there: demanded, or a list that may be empty. */
type Certain = { required: true } | { repeat: true } | { variadic: true };

type FromOptions<All extends readonly Option[]> = {
  readonly [O in All[number] as O extends Certain ? Key<O['flags']> : never]: O extends { repeat: true }
    ? readonly OptionValue<O>[]
    : OptionValue<O>;
} & {
  readonly [O in All[number] as O extends Certain ? never : Key<O['flags']>]?: OptionValue<O>;
};

type FromArguments<All extends readonly Argument[]> = {
  readonly [A in All[number] as A extends Certain ? A['name'] : never]: ArgumentValue<A>;
} & {
  readonly [A in All[number] as A extends Certain ? never : A['name']]?: ArgumentValue<A>;
};

/** One object type instead of an intersection, for readable errors. */
type Flat<T> = { [K in keyof T]: T[K] };

/** What a command gets: its arguments and options by key, with the types that its definition gives them. */
export type OptionsOf<D extends Pick<Definition, 'args' | 'options'>> = Flat<
  (D['options'] extends readonly Option[] ? FromOptions<D['options']> : unknown) &
    (D['args'] extends readonly Argument[] ? FromArguments<D['args']> : unknown)
>;
