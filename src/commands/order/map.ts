import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { askText, beforeSending, orBack } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import { inventoryPrices, readingOptionsOf, repeatedOptions, sourcesOf } from '../../cli/reading-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { accountFlags, openHome } from '../../client/auth/account.ts';
import { updateConfig } from '../../config/settings-file.ts';
import { currencies } from '../../contract/order.ts';
import { CfiError, usageError } from '../../errors.ts';
import { optionFor } from '../../payload/csv/column-plan.ts';
import { layoutOf } from '../../payload/document/layout.ts';
import type { ReadingOptions, Source } from '../../payload/document/types.ts';
import { readMapFile, toAnswer } from '../../payload/mapping/map-file.ts';
import { unreadFor } from '../../payload/proposal/missing-fields.ts';
import { missingIn, type Proposal, propose } from '../../payload/proposal/propose.ts';
import type { MapMembers, Question } from '../../payload/proposal/questions.ts';
import { readSample, type Sample } from '../../payload/proposal/sample.ts';
import { needsTimezone } from '../../payload/proposal/times.ts';
import { unusable } from '../../payload/source/sources.ts';
import type { Result } from '../../render/result.ts';
import { statusNames } from '../../sheet/edit.ts';
import { fillSheet } from '../../sheet/sheet.ts';
import type { Agreed } from '../../sheet/state.ts';
import { rulesIn } from '../../sheet/view.ts';
import { checkDistinct, checkElsewhere, checkWritable, writeOut } from '../../storage/output-file.ts';
import { addAll, isFields } from '../../text/records.ts';
import { counted, fileWord, firstFew, listed, shownFile, shownWord } from '../../text/words.ts';
import type { mapCommand } from './definition.ts';

/** A name beside the file: `orders.map.json` for `orders.csv`. */
const defaultMapName = (file: string): string =>
  file === '-' ? 'orders.map.json' : join(dirname(file), `${basename(file, extname(file))}.map.json`);

/** Asks where to save a map, writes it, and returns the name. Never overwrites an input, and asks before any other file. */
async function saveMap(context: CommandContext, file: string, text: string): Promise<string> {
  const { cwd } = context.deps;
  const prompts = await context.deps.prompts();
  for (;;) {
    const question = { message: 'Save the map as', default: defaultMapName(file) };
    const ask = () => askText(prompts, question);
    // What was answered before it is not thrown away.
    const name = await orBack<string | undefined>(ask, () => undefined);
    if (name === undefined) continue;
    try {
      checkElsewhere([{ role: 'the map', name }], context.files.own, cwd);
      await checkDistinct([{ role: 'the map', name }], context.files.read, cwd);
      await checkWritable(name, cwd);
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      context.notice(error.message);
      continue;
    }
    const found = await lstat(resolve(cwd, name)).catch(() => undefined);
    if (found && !(await prompts.confirm({ message: `${name} exists. Replace it?` }))) continue;
    await writeOut(name, context.deps, text);
    return name;
  }
}

/** Offers to read every later upload of the profile with the map. */
async function offerAsDefault(context: CommandContext, name: string): Promise<boolean> {
  const { profile } = context.settings;
  const prompts = await context.deps.prompts();
  const message = `Use ${name} for every upload of the profile ${profile}?`;
  if (!(await prompts.confirm({ message }))) return false;
  const { home, reading } = openHome(context);
  await updateConfig(home.configFile, reading, (config) => {
    config.profiles[profile] = { ...config.profiles[profile], map: resolve(context.deps.cwd, name) };
  });
  return true;
}

type OrderMapOptions = OptionsOf<typeof mapCommand>;

/** Proposes a map for a file of unknown columns; on a terminal, a person completes it on a sheet. */
export async function run(context: CommandContext, flags: OrderMapOptions): Promise<Result> {
  const [source] = sourcesOf([flags.file], context.deps) as [Source];
  return mapOf(source, context, flags).finally(() => source.close?.());
}

/** The earlier map of `--map`. Throws a usage error if it is none. */
function earlierMap(map: unknown): MapMembers {
  if (map === undefined) return {};
  if (!isFields(map)) throw usageError('--map: the map must be a JSON object', 'see cfi help maps');
  const { $ask: _open, ...members } = map;
  readMapFile(members, layoutOf('order'));
  return map;
}

async function mapOf(source: Source, context: CommandContext, flags: OrderMapOptions): Promise<Result> {
  const { deps, settings } = context;
  const { file } = flags;
  const { map: old, ...read } = await readingOptionsOf(flags, deps);
  const earlier = earlierMap(old);
  // The upload takes them from the service; here they only are not missing.
  const options = flags.prices === inventoryPrices ? { ...read, prices: () => undefined } : read;
  const base = typeof earlier.$extends === 'string' ? { preset: earlier.$extends } : {};
  const sample = await readSample(source, { ...options, ...base });
  const proposal = propose(sample, options, earlier);
  // The header of a known shop, or of the service itself, decides alone.
  const isBlank = proposal.columns.every(({ cells }) => cells.length === 0);
  if (sample.preset === undefined && !proposal.needsNoMap && isBlank)
    throw unusable(
      file,
      'has a header and no orders',
      'a map is proposed from orders: export some, and use that file',
    );
  const notices = [describe(file, sample, proposal)];
  const asks = settings.interactive && proposal.needsNoMap !== true;
  if (asks) for (const notice of notices.splice(0)) context.notice(notice);
  const { map, ...answers }: Agreed = asks
    ? await beforeSending('nothing was written', () =>
        fillSheet(context, { source, sample, proposal, options }),
      )
    : { map: proposal.map };
  // The words that are known for a status, in all languages, come after what a person has to read.
  const { $statuses, ...first } = map;
  const text = `${mapText($statuses === undefined ? first : { ...first, $statuses })}\n`;
  const keeps = asks && deps.stdout.isTTY === true && settings.out === undefined;
  const saved = keeps
    ? await beforeSending('nothing was written', () => saveMap(context, file, text))
    : settings.out;
  const isDefault = keeps && saved !== undefined && (await offerAsDefault(context, saved));
  if (!asks) addAll(notices, rulesText(proposal.map));
  const sets = [map, ...proposal.questions.flatMap(({ choices }) => choices.map(({ set }) => set))];
  const isZoneOpen = sets.some((set) => needsTimezone(set, proposal.columns));
  if (!asks && options.timezone === undefined && isZoneOpen)
    notices.push('the times have no zone; give it with --timezone ZONE');
  if (keeps) notices.push(`saved as ${saved}`);
  if (isDefault) notices.push(`the profile ${settings.profile} now uses it for every upload`);
  const missing = missingIn(map, sample, { ...options, ...answers });
  const open = (map.$ask ?? []) as readonly Question[];
  if (open.length + missing.length === 0) {
    const readBy = proposal.needsNoMap === true || isDefault ? [] : mapOption(map, saved);
    const command = uploadCommand(context, { ...flags, ...answers }, readBy);
    notices.push(`check what would be sent, then run it without --dry-run: ${command} --dry-run`);
  }
  return {
    data: text,
    blocks: [],
    // Whoever has just saved it need not scroll past it.
    bare: keeps ? '' : text,
    notices,
    errors: missing.length + open.length === 0 ? [] : [incomplete(missing, open, proposal, options)],
  };
}

const mapWidth = 100;

/** A map as JSON for people, who may edit it: what fits on a line has one, and words of a list share lines. */
function mapText(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const parts = Object.entries(value).map(
    ([name, each]) => (isList ? '' : `${JSON.stringify(name)}: `) + mapText(each, inner),
  );
  const whole = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (parts.length === 0) return `${open}${close}`;
  if (indent !== '' && !whole.includes('\n') && indent.length + whole.length < mapWidth) return whole;
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const isWord = isList && !part.startsWith('{');
    if (isWord && last !== undefined && inner.length + last.length + part.length < mapWidth)
      lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** The option with which an upload reads the file as agreed: the map, or the preset if the map adds nothing to it. */
function mapOption({ $extends: preset, $unused, ...members }: MapMembers, saved = 'map.json'): string[] {
  const isPreset = typeof preset === 'string' && [$unused].flat().length + Object.keys(members).length === 0;
  return isPreset ? ['--preset', preset] : ['--map', fileWord(saved)];
}

/** The upload of the file, for the same account. */
function uploadCommand({ settings }: CommandContext, flags: OrderMapOptions, readBy: readonly string[]) {
  const { file, preset: _preset, map: _map, encoding, ...repeated } = flags;
  return [
    ...['cfi order create', file === '-' ? file : fileWord(file), ...readBy],
    ...(flags.sheet === undefined ? [] : ['--sheet', shownWord(flags.sheet)]),
    ...(encoding === undefined ? [] : ['--encoding', encoding]),
    ...repeatedOptions(repeated).map(shownWord),
    ...accountFlags(settings),
  ].join(' ');
}

function describe(file: string, { header, line, preset }: Sample, { needsNoMap, missing }: Proposal) {
  const facts = [
    counted(header.names.length, 'column'),
    ...(line > 1 ? [`the header is on line ${line}`] : []),
    ...(needsNoMap
      ? [`all with the service's own names${missing.length === 0 ? ', so no map is needed' : ''}`]
      : []),
    ...(preset === undefined
      ? []
      : [
          preset.isNamed
            ? `read with the preset ${preset.preset.name}`
            : `${preset.preset.title}, so the preset ${preset.preset.name} reads it`,
        ]),
  ];
  return `${shownFile(file)}: ${facts.join(', ')}`;
}

/** What the rules of a map leave out. */
function rulesText(map: MapMembers): string[] {
  const [statuses, notes] = [statusNames(map), [map.$notes ?? []].flat()];
  return [
    ...rulesIn(map).map(
      ({ columns, text }) => `${columns.length > 5 ? firstFew(columns) : columns.join(' or ')}: ${text}`,
    ),
    ...(statuses.length === 0 ? [] : [`leaves out orders by the values of ${statuses.join(', ')}`]),
    ...(notes.length === 0 ? [] : [`shows the notes in ${notes.join(', ')}`]),
  ];
}

/** The one error about a map that is not complete: the fields that no column is for, and the open questions. */
function incomplete(
  missing: readonly string[],
  open: readonly Question[],
  proposal: Proposal,
  reading: ReadingOptions,
): CfiError {
  const { foreign } = proposal;
  const isForeign = missing.some((field) => field === 'Currency' || field === 'PricePerUnit');
  const options = missing.flatMap((field) => optionFor(field, layoutOf('order')) ?? []);
  const messages = [
    ...(missing.length === 0 ? [] : [`no column was found for ${listed(missing)}`]),
    ...missing.flatMap((field) => unreadFor(field, proposal.columns, reading)),
    ...(foreign !== undefined && isForeign
      ? [`the prices are in ${foreign}; the service takes only ${currencies.join(', ')}`]
      : []),
    ...(open.length === 0 ? [] : [`the map has ${counted(open.length, 'open question')}:`]),
    ...open.map(({ question }) => `  ${question}`),
  ];
  const hints = [
    ...(options.length === 0 ? [] : [`give ${listed(options)} with the upload`]),
    ...(options.length < missing.length ? ['name their columns in the map'] : []),
    ...(open.length === 0 ? [] : [toAnswer]),
  ];
  return new CfiError('partial', messages.join('\n'), { hint: hints.join('; ') });
}
