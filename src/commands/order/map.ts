import type { OptionsOf } from '../../cli/command.ts';
import { inventoryPrices, readingOptionsOf, repeatedOptions, sourcesOf } from '../../cli/reading-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { accountFlags } from '../../client/auth/account.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import type { Source } from '../../payload/document/types.ts';
import { missingIn, type Question } from '../../payload/proposal/draft.ts';
import { needsTimezone, type Proposal, propose } from '../../payload/proposal/propose.ts';
import { readSample, type Sample } from '../../payload/proposal/sample.ts';
import type { Result } from '../../render/result.ts';
import { counted, shownWord } from '../../text/words.ts';
import { type Agreed, converse } from './map/conversation.ts';
import { offerAsDefault, saveMap } from './map/save.ts';
import type { mapCommand } from './upload-definitions.ts';

type OrderMapOptions = OptionsOf<typeof mapCommand>;

/** Proposes a map for a file of unknown columns; on a terminal, asks what neither header nor rows decide. */
export async function run(context: CommandContext, flags: OrderMapOptions): Promise<Result> {
  const { deps, settings } = context;
  const { file = '', preset: _preset, ...repeated } = flags;
  const source = readOnce((sourcesOf([file], deps) as [Source])[0]);
  const read = await readingOptionsOf(flags, deps);
  // The upload takes them from the service; here they only are not missing.
  const given = flags.prices === inventoryPrices ? { ...read, prices: () => undefined } : read;
  const sample = await readSample(source, given);
  const encoding = given.encoding ?? sample.encoding;
  const options = encoding === undefined ? given : { ...given, encoding };
  const proposal = propose(sample, options);
  const notices = [describe(file, sample, proposal)];
  const asks = settings.interactive && proposal.needsNoMap !== true;
  if (asks) for (const notice of notices.splice(0)) context.notice(notice);
  const { map, ...answers }: Agreed = asks
    ? await converse(context, { source, sample, proposal, options })
    : { map: proposal.map };
  const text = `${JSON.stringify(map, null, 2)}\n`;
  const keeps = asks && deps.stdout.isTTY === true && settings.out === undefined;
  const saved = keeps ? await saveMap(context, await deps.prompts(), file, text) : settings.out;
  const isDefault =
    keeps && saved !== undefined && (await offerAsDefault(context, await deps.prompts(), saved));
  if (!asks && proposal.unused.length > 0) notices.push(`not used: ${proposal.unused.join(', ')}`);
  if (!asks && options.timezone === undefined && needsTimezone(proposal))
    notices.push('the times have no zone; give it with --timezone ZONE');
  const { $unused: _unused, $extends: preset, ...members } = map;
  const readBy =
    proposal.needsNoMap === true || isDefault
      ? []
      : typeof preset === 'string' && Object.keys(members).length === 0
        ? ['--preset', preset]
        : ['--map', fileWord(saved ?? 'map.json')];
  const words = [
    ...['cfi order create', fileWord(file), ...readBy],
    ...(flags.sheet === undefined ? [] : ['--sheet', shownWord(flags.sheet)]),
    ...(encoding === undefined ? [] : ['--encoding', encoding]),
    ...repeatedOptions({ ...repeated, ...answers }).map(shownWord),
    ...accountFlags(settings),
  ];
  if (keeps) notices.push(`saved as ${saved}`);
  if (isDefault) notices.push(`the profile ${settings.profile} reads its uploads with it`);
  const missing = missingIn(map, sample, { ...options, ...answers });
  const open = (map.$ask ?? []) as readonly Question[];
  const errors = [
    ...(missing.length === 0 ? [] : [noSource(missing)]),
    ...(open.length === 0 ? [] : [openQuestions(open)]),
  ];
  if (open.length === 0)
    notices.push(`check what would be sent, then run it without --dry-run: ${words.join(' ')} --dry-run`);
  return {
    data: text,
    blocks: [],
    bare: text,
    notices,
    ...(errors.length === 0 ? {} : { errors, exitCode: exitCodes.partial }),
  };
}

/** What the map asks, and how it is answered. */
const openQuestions = (open: readonly Question[]): CfiError =>
  new CfiError(
    'partial',
    [
      `the map asks ${counted(open.length, 'question')}:`,
      ...open.map(({ question }) => `  ${question}`),
    ].join('\n'),
    {
      hint: 'copy the set of an answer into the map and delete its question, or run cfi order map in a terminal',
    },
  );

/** Keeps a file name that begins with a dash from being read as an option. */
const fileWord = (name: string): string =>
  shownWord(name.startsWith('-') && name !== '-' ? `./${name}` : name);

/** Standard input can be read only once, but a preview reads the file again. */
function readOnce(source: Source): Source {
  if (source.name !== '-') return source;
  let kept: Promise<Uint8Array[]> | undefined;
  const collect = async (): Promise<Uint8Array[]> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source.open()) chunks.push(chunk);
    return chunks;
  };
  return {
    name: source.name,
    async *open() {
      kept ??= collect();
      yield* await kept;
    },
  };
}

function describe(
  file: string,
  { header, line, preset, encoding }: Sample,
  { needsNoMap, map }: Proposal,
): string {
  const facts = [
    counted(header.names.length, 'column'),
    ...(line > 1 ? [`the header is on line ${line}`] : []),
    ...(encoding === undefined ? [] : [`read as ${encoding}`]),
    ...(needsNoMap ? ["all with the service's own names, so no map is needed"] : []),
    ...(preset === undefined && typeof map.$extends === 'string'
      ? [`nearly the export of the preset ${map.$extends}, which the map extends`]
      : []),
    ...(preset === undefined
      ? []
      : [
          preset.isNamed
            ? `read with the preset ${preset.name}`
            : `${preset.preset.title}, so the preset ${preset.name} reads it`,
        ]),
  ];
  return `${file}: ${facts.join(', ')}`;
}

const remedies: Readonly<Record<string, string>> = {
  warehouse_name: '--warehouse NAME',
  DispatchBy: '--dispatch-within DURATION',
  Currency: '--set Currency=GBP',
  PaymentStatus: '--set PaymentStatus=PAID',
  PricePerUnit: '--prices FILE',
};

function noSource(missing: readonly string[]): CfiError {
  const options = missing.flatMap((field) => remedies[field] ?? []);
  const others = missing.some((field) => remedies[field] === undefined);
  const hint = [
    ...(options.length > 0 ? [`give ${options.join(', ')} with the upload`] : []),
    ...(others ? ['name their columns in the map'] : []),
  ].join('; ');
  return new CfiError('partial', `no column was found for ${missing.join(', ')}`, { hint });
}
