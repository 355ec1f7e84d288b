import {
  type Command,
  type Completion,
  longName,
  type Option,
  type Run,
  spellings,
  takesValue,
} from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { type Home, homePaths } from '../../config/paths.ts';
import { knownNames, knownSlotReferences, rememberedFor } from '../../config/remembered.ts';
import { readConfig } from '../../config/settings-file.ts';
import type { NamedThing } from '../../render/result.ts';
import { isPlainLine } from '../../text/sanitize.ts';
import type { completeDefinition } from './definition.ts';

/** A word that can come next, and its meaning. `:file` and `:folder` ask the shell for file names. */
interface Offer {
  readonly word: string;
  readonly about?: string;
}

type Position = ReturnType<typeof locate>;

/** What runs the hidden command that completion scripts call. */
export function completer(
  commands: readonly Command[],
  globals: readonly Option[],
): Run<typeof completeDefinition> {
  return async (context, { words }) => {
    const position = locate(words.slice(0, -1), commands, globals);
    const offers = await offersAt(position, words.at(-1) ?? '', withGlobals(context, position.typed));
    const lines = offers.map(({ word, about }) => word + (about === undefined ? '' : `\t${about}`));
    return { data: lines, blocks: [], bare: lines.map((line) => `${line}\n`).join('') };
  };
}

/** Where the words before the one being completed lead; `given` are arguments, `pending` is the option without its value. */
function locate(words: readonly string[], commands: readonly Command[], globals: readonly Option[]) {
  let command: Command | undefined;
  let members = commands;
  const given: string[] = [];
  let pending: Option | undefined;
  const typed = new Map<string, string>();
  for (const word of words) {
    if (pending !== undefined) {
      typed.set(longName(pending), word);
      pending = undefined;
    } else if (word.startsWith('-') && word !== '-') {
      const [name = '', value] = word.split(/=(.*)/s);
      const option = [...globals, ...(command?.options ?? [])].find((each) => spellings(each).includes(name));
      if (option === undefined) continue;
      if (takesValue(option) && value === undefined) pending = option;
      else typed.set(longName(option), value ?? '');
    } else {
      const next: Command | undefined = members.find(({ name }) => name === word);
      if (next === undefined) given.push(word);
      else {
        command = next;
        members = next.commands ?? (next.name === 'help' ? commands : []);
      }
    }
  }
  /** The options that can be given here. */
  const options = [...(command?.options ?? []), ...globals];
  return { command, members, given, pending, typed, options };
}

async function offersAt(position: Position, current: string, context: CommandContext): Promise<Offer[]> {
  const { command, members, given, pending, options } = position;
  const valuesOf = async (option: Valued | undefined, text: string): Promise<Offer[]> =>
    starting(text, option === undefined ? [] : await values(option, text, context));
  if (pending !== undefined) return valuesOf(pending, current);
  const [name, value] = current.split(/=(.*)/s);
  if (current.startsWith('--') && value !== undefined) {
    const option = options.find((each) => spellings(each).includes(name ?? ''));
    return (await valuesOf(option, value)).map(({ word, ...rest }) => ({
      word: word.startsWith(':') ? word : `${name}=${word}`,
      ...rest,
    }));
  }
  if (current.startsWith('-')) {
    const flags = options.flatMap((each) => spellings(each).map((word) => ({ word, about: each.help })));
    return starting(current, [...flags, { word: '--help', about: 'explain this command' }]);
  }
  const visible = members.filter(({ hidden }) => hidden !== true);
  const named = visible.map(({ name: word, summary: about }) => ({ word, about }));
  const args = command?.args ?? [];
  const argument = args[given.length] ?? (args.at(-1)?.variadic ? args.at(-1) : undefined);
  return [...starting(current, named), ...(await valuesOf(argument, current))];
}

const starting = (current: string, offers: readonly Offer[]): Offer[] =>
  offers.filter(({ word }) => word.startsWith(':') || word.startsWith(current));

type Valued = Pick<Option, 'choices' | 'suggest' | 'complete'>;

async function values({ choices, suggest, complete }: Valued, current: string, context: CommandContext) {
  const fixed = [...(choices ?? []), ...(suggest ?? [])].map((word) => ({ word }));
  if (complete === undefined) return fixed;
  if (complete === 'file' || complete === 'folder') return [...fixed, { word: `:${complete}` }];
  const names = new Set(await knownWords(complete, current, context));
  return [...fixed, ...[...names].filter(isSafeName).map((word) => ({ word }))];
}

/** What nobody would see whole, or what counts as an option or as one of our own words, must be typed. */
const isSafeName = (name: string): boolean => name !== '' && isPlainLine(name) && !/^[-:]/.test(name);

/** The context with the account named on the line being completed. */
function withGlobals(context: CommandContext, typed: Position['typed']): CommandContext {
  const { settings } = context;
  const named = {
    profile: typed.get('--profile') ?? settings.profile,
    baseUrl: typed.get('--base-url') ?? settings.baseUrl,
    state: typed.get('--state') ?? settings.state,
    emulator: settings.emulator || typed.has('--emulator'),
  };
  return { ...context, settings: { ...settings, ...named } };
}

/** Names known on this machine from earlier results and the ledger; nothing is fetched. `current` is the word typed so far. */
async function knownWords(
  what: Exclude<Completion, 'file' | 'folder'>,
  current: string,
  context: CommandContext,
): Promise<string[]> {
  const { deps, settings } = context;
  const home = homePaths(deps.env, deps.platform, deps.cwd);
  const profiles = () => readConfig(home.configFile, { warn: () => {}, now: deps.now }).profiles;
  const shown = (kind: NamedThing): string[] =>
    knownNames(home.cache, rememberedFor(settings, home, deps.cwd), kind);
  switch (what) {
    case 'slot':
      return knownSlotReferences(home.data);
    case 'sku':
      return shown('sku');
    case 'po':
      return [...shown('po'), ...(await inLedger(home, 'po', current))];
    case 'order':
    case 'inbound':
      return inLedger(home, what, current);
    case 'profile':
      return Object.keys(profiles());
    case 'warehouse': {
      const saved = profiles()[settings.profile]?.warehouse;
      return [...(typeof saved === 'string' ? [saved] : []), ...shown('warehouse')];
    }
  }
}

/** Loads SQLite only when it is needed. */
async function inLedger(home: Home, kind: 'order' | 'inbound' | 'po', start: string): Promise<string[]> {
  const { knownReferences } = await import('../../upload/ledger/history.ts');
  return knownReferences(home.data, kind, start);
}
