import type { CommandContext } from '../cli/settings.ts';
import { warehouseNames } from '../client/api/lookups.ts';
import { warehousesSeen } from '../client/auth/account.ts';
import { isSignedIn, withApi } from '../client/auth/session.ts';
import { CfiError } from '../errors.ts';
import { layoutOf } from '../payload/document/layout.ts';
import type { DocumentKind, ReadingSummary } from '../payload/document/types.ts';
import { nearestNames } from '../text/nearest.ts';
import { textField } from '../text/records.ts';
import { heard } from '../timers.ts';
import type { Spool } from '../upload/terms/spool.ts';

/** Which warehouse is meant by each name that is none; the empty one stands for documents that name none. */
export type MeantWarehouses = ReadonlyMap<string, string>;

/** A suggestion is not worth a longer wait. */
const longestWaitMs = 3000;

/**
 * The account's warehouses: those that the service lists, or those that its results have shown here, where all `names` are
 * among these or it does not answer. Signs in, and waits for a service that fails, only if it `mayAsk`.
 */
export async function knownWarehouses(
  context: CommandContext,
  names: readonly string[] = [],
  mayAsk = false,
): Promise<readonly string[]> {
  const seen = warehousesSeen(context);
  // A result may have shown only some of them: that does not tell what is none.
  if (names.length > 0 && names.every((name) => seen.includes(name))) return seen;
  try {
    if (!mayAsk && !(await isSignedIn(context))) return seen;
    const { settings } = context;
    const timeoutMs = Math.min(settings.timeoutMs, longestWaitMs);
    const hurried = { ...context, settings: { ...settings, maxRetries: 0, timeoutMs } };
    const listed = await withApi(mayAsk ? context : hurried, warehouseNames);
    return listed.length === 0 ? seen : listed;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'cancelled' || mayAsk) throw error;
    return seen;
  }
}

/** Asks which of the account's warehouses is meant by a name that is none, the nearest first. */
export async function chooseWarehouse({ deps }: CommandContext, name: string, known: readonly string[]) {
  const near = nearestNames(name, known);
  const choices = [...near, ...known.filter((each) => !near.includes(each))].map((value) => ({ value }));
  const prompts = await deps.prompts();
  if (name === '') return prompts.choose({ message: 'No warehouse is named. Which one?', choices });
  return prompts.choose({
    message: `${name} is not one of your warehouses. Which one do you mean?`,
    choices: [...choices, { value: name, name: `use ${name} as it is` }],
  });
}

/** The warehouses that the documents to send name; an empty one where one names none. */
export async function warehousesIn(kind: DocumentKind, spool: Spool, interrupted: AbortSignal) {
  const place = layoutOf(kind).warehouse;
  const names = new Set<string>();
  for await (const { body } of heard(spool.documents(['body'], 'sendable'), interrupted))
    names.add(textField(JSON.parse(body), place) ?? '');
  return names;
}

/** Asks about each warehouse that is missing or none of the account's; undefined if there is nothing to ask. */
export async function chooseWarehouses(
  context: CommandContext,
  kind: DocumentKind,
  spool: Spool,
  { problems, total }: Pick<ReadingSummary, 'problems' | 'total'>,
  skipsInvalid: boolean,
): Promise<MeantWarehouses | undefined> {
  const place = layoutOf(kind).warehouse;
  // Nothing is asked about a file that is refused whatever the answer is.
  if (total === 0 || (!skipsInvalid && problems.some(({ field }) => field !== place))) return undefined;
  const isMissing = problems.some(({ field, found }) => field === place && found === '');
  const names = await warehousesIn(kind, spool, context.deps.interrupted);
  if (isMissing) names.add('');
  else names.delete('');
  if (names.size === 0) return undefined;
  const known = await knownWarehouses(context, [...names], true);
  const unknown = [...names].filter((name) => !known.includes(name));
  if (known.length === 0 || unknown.length === 0) return undefined;
  const meant = new Map<string, string>();
  for (const name of unknown) meant.set(name, await chooseWarehouse(context, name, known));
  return meant;
}
