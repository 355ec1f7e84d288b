import type { OptionsOf } from '../../cli/command.ts';
import { namedReferences } from '../../cli/references.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { readEach } from '../../client/api/lookups.ts';
import { checkNamed } from '../../client/api/records.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import type { getCommand } from './definition.ts';
import { orderBlocks, orderCsv, orderRows } from './view.ts';

type OrderGetOptions = OptionsOf<typeof getCommand>;

/** The stored record of each order. Orders that are found are shown even if others are missing. */
export async function run(context: CommandContext, options: OrderGetOptions): Promise<Result> {
  const references = (await namedReferences(options, context.deps)) ?? [];
  if (references.length === 0) return nothingNamed;
  const api = await openApi(context);
  try {
    const found = await readEach(references, (reference) => readOrder(context, api, reference));
    return {
      ...found.result,
      blocks: found.records.flatMap(orderBlocks),
      csv: { columns: orderCsv, rows: found.records.flatMap(orderRows) },
    };
  } finally {
    await api.close();
  }
}

/** A file of references that has only a header. */
const nothingNamed: Result = {
  data: [],
  blocks: [{ kind: 'text', text: 'Nothing to do.' }],
  csv: { columns: orderCsv, rows: [] },
};

async function readOrder(context: CommandContext, api: Api, reference: string): Promise<ApiResponse> {
  try {
    const answer = await api.call('getOrder', { params: { referenceNumber: reference } });
    checkNamed(answer.data, 'order', reference, context.warn);
    return answer;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    const list = api.commandFor('order', 'list', '--ship-from', 'MSF');
    const hint = `${error.details.hint}; marketplace (MSF) orders are listed only by ${list}`;
    throw new CfiError(error.code, error.message, { ...error.details, hint });
  }
}

/** The columns in csv. */
export const columns = () => orderCsv;
