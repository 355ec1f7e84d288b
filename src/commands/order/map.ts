import type { OptionsOf } from '../../cli/command.ts';
import { readingOptionsOf, repeatedOptions, sourcesOf } from '../../cli/reading-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { accountFlags } from '../../client/auth/account.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import { layoutOf } from '../../payload/document/layout.ts';
import type { Source } from '../../payload/document/types.ts';
import { mapOf, missingIn } from '../../payload/proposal/draft.ts';
import { needsTimezone, type Proposal, propose } from '../../payload/proposal/propose.ts';
import { readSample, type Sample } from '../../payload/proposal/sample.ts';
import type { Result } from '../../render/result.ts';
import { counted, shownWord } from '../../text/words.ts';
import { converse, type Subject } from './map/conversation.ts';
import type { Answers } from './map/questions/question.ts';
import { saveMap } from './map/save.ts';
import { fieldRows, ruleLines } from './map/view.ts';
import type { mapCommand } from './upload-definitions.ts';

type OrderMapOptions = OptionsOf<typeof mapCommand>;

/** Proposes a map for a file of unknown columns; on a terminal, asks what is unclear. */
export async function run(context: CommandContext, flags: OrderMapOptions): Promise<Result> {
  const { deps, settings } = context;
  const { file = '', preset: _preset, ...repeated } = flags;
  const source = readOnce((sourcesOf([file], deps) as [Source])[0]);
  const given = await readingOptionsOf(flags, deps);
  const sample = await readSample(source, given);
  const encoding = given.encoding ?? sample.encoding;
  const options = encoding === undefined ? given : { ...given, encoding };
  const proposal = propose(sample, options);
  const subject: Subject = { source, sample, proposal, options };
  const notices = [describe(file, sample, proposal)];
  const asks = settings.interactive && proposal.needsNoMap !== true;
  if (asks) for (const notice of notices.splice(0)) context.notice(notice);
  const answers: Answers = asks ? await converse(context, subject) : {};
  const text = `${JSON.stringify(mapOf(proposal.draft), null, 2)}\n`;
  const keeps = asks && deps.stdout.isTTY === true && settings.out === undefined;
  const saved = keeps ? await saveMap(context, await deps.prompts(), file, text) : settings.out;
  if (!asks) notices.push(...doubts(subject));
  const { extends: preset, fields } = proposal.draft;
  const readBy =
    proposal.needsNoMap === true
      ? []
      : preset !== undefined && fields.size === 0
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
  const missing = missingIn(proposal.draft, sample, { ...options, ...answers });
  const error = missing.length === 0 ? undefined : noSource(missing);
  notices.push(`check what would be sent, then run it without --dry-run: ${words.join(' ')} --dry-run`);
  return {
    data: text,
    blocks: [],
    bare: text,
    notices,
    ...(error === undefined ? {} : { errors: [error], exitCode: exitCodes.partial }),
  };
}

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
  { needsNoMap }: Proposal,
): string {
  const facts = [
    counted(header.names.length, 'column'),
    ...(line > 1 ? [`the header is on line ${line}`] : []),
    ...(encoding === undefined ? [] : [`read as ${encoding}`]),
    ...(needsNoMap ? ["all with the service's own names, so no map is needed"] : []),
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

/** What to check in a proposal made without questions. */
function doubts({ proposal, options }: Subject): string[] {
  const order = layoutOf('order').ordered.map(({ name }) => name);
  const unsure = fieldRows(proposal, order)
    .filter(({ sure }) => sure !== '')
    .map(({ field, from, sure }) => `check ${field}, from ${from}: ${sure}`);
  const swapped = [...proposal.draft.fields]
    .filter(([, { swapped: other }]) => other !== undefined)
    .map(([field]) => `check ${field}: day and month could be swapped`);
  const zone =
    needsTimezone(proposal) && options.timezone === undefined
      ? ['the times have no zone; give it with --timezone ZONE']
      : [];
  return [...unsure, ...swapped, ...ruleLines(proposal), ...zone];
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
