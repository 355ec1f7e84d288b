import { beforeSending } from '../../cli/ask.ts';
import type { OptionsOf, Run } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { readSlot, type SlotReading } from '../../desk/read.ts';
import { CfiError, type FieldProblem, ifFound, stated, usageError } from '../../errors.ts';
import { type TemplateValues, templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../report/dry-run.ts';
import { upload } from '../../report/upload.ts';
import { type Fields, fieldsOf, numberField, present, textField } from '../../text/records.ts';
import { purchaseOrders } from '../../upload/run/kinds/purchase-orders.ts';
import type { Spool } from '../../upload/terms/spool.ts';
import type { createCommand, templateCommand } from './definition.ts';
import { typedPurchaseOrder, whyNoPo } from './typed-order.ts';

/** What a purchase order says of its slot, and the slot's own field: it may repeat but not contradict it. */
const inherited = [
  ['Warehouse_Name', 'warehouse'],
  ['deliveryType', 'deliveryType'],
  ['loadingType', 'loadingType'],
] as const;

interface PoDocument {
  readonly reference: string;
  readonly body: Fields;
}

function* documentsIn(spool: Spool): Generator<PoDocument> {
  for (const { reference, body } of spool.documents(['reference', 'body'], 'sendable'))
    yield { reference, body: fieldsOf(JSON.parse(body)) };
}

const checks = {
  checkRead: (spool: Spool): void => refuseSharedSlots(documentsIn(spool)),
  check: (api: Api, spool: Spool, known?: ReadonlyMap<string, unknown>): Promise<void> =>
    checkSlots(api, documentsIn(spool), known),
};

/** Throws `invalid-input` for two purchase orders of one slot: the service would create only the first. */
function refuseSharedSlots(documents: Iterable<PoDocument>): void {
  const owners = new Map<string, string>();
  for (const { reference, body } of documents) {
    const slot = textField(body, 'slotReference') ?? '';
    const owner = owners.get(slot);
    if (slot !== '' && owner !== undefined)
      throw new CfiError(
        'invalid-input',
        `${owner} and ${reference} would both use slot ${slot}, which takes one purchase order`,
        {
          hint: 'give each a slot of its own, in the column slotReference; nothing was sent',
          field: 'slotReference',
        },
      );
    owners.set(slot, reference);
  }
}

/**
 * Compares orders with their slots before anything is sent; `invalid-input` with all contradictions. Before a question, an
 * order that is not `known` needs a slot that can take it, too; otherwise the service says so.
 */
async function checkSlots(api: Api, documents: Iterable<PoDocument>, known?: ReadonlyMap<string, unknown>) {
  const slots = new Map<string, SlotReading | undefined>();
  const errors: FieldProblem[] = [];
  for (const { reference: name, body } of documents) {
    const reference = textField(body, 'slotReference');
    if (reference === undefined) continue;
    // Every order names its warehouse; only those that say more are worth a request.
    if (known === undefined && inherited.slice(1).every(([field]) => body[field] === undefined)) continue;
    if (!slots.has(reference)) slots.set(reference, await ifFound(readSlot(api, reference)));
    const found = slots.get(reference);
    const unusable = known === undefined || known.has(name) ? undefined : whyUnusable(reference, found);
    const problems = unusable ?? contradictions(body, reference, found?.slot);
    for (const problem of problems) errors.push({ ...problem, reference: name });
  }
  const [first] = errors;
  if (first === undefined) return;
  const isOne = errors.length === 1;
  const { field = '', message } = first;
  const hint = hints[field] ?? 'omit the field to use the value of the slot';
  throw new CfiError(
    'invalid-input',
    isOne
      ? `${first.reference}: ${message}`
      : `${errors.length} values contradict the slots of their purchase orders`,
    { hint: `${hint}; nothing was sent`, field, errors, saysProblem: isOne },
  );
}

const hints: Readonly<Record<string, string>> = {
  slotReference: 'name a confirmed slot',
  Warehouse_Name: 'correct the warehouse, or name another slot',
};

/** Why a slot can take no purchase order; undefined if it can. */
function whyUnusable(reference: string, found: SlotReading | undefined): FieldProblem[] | undefined {
  const why = found === undefined ? 'does not exist' : whyNoPo(found.slot, found.now());
  if (why === undefined) return undefined;
  const message = `slot ${reference} ${why}`;
  return [{ field: 'slotReference', found: reference, message, [stated]: ['found', 'expected'] }];
}

function contradictions(body: Fields, reference: string, slot: Fields | undefined): FieldProblem[] {
  return inherited.flatMap(([field, own]) => {
    const [said, has] = [textField(body, field), textField(slot, own)];
    if (said === undefined || has === undefined || said === has) return [];
    const message =
      own === 'warehouse'
        ? `it is for ${said}, but slot ${reference} is at ${has}`
        : `${field} is ${said}, but slot ${reference} has ${has}`;
    return [{ field, found: said, expected: has, message, [stated]: ['found', 'expected'] }];
  });
}

type PoCreateOptions = OptionsOf<typeof createCommand>;

/** Creates purchase orders, each exactly once, from a file, or from items on the command line or at prompts. */
export async function run(context: CommandContext, options: PoCreateOptions): Promise<Result> {
  const { file, slot, item, reference, ...given } = options;
  // One request at a time, because purchase orders share slots.
  const flags = { concurrency: 1, ...given };
  if (slot?.trim() === '')
    throw usageError(
      '--slot must not be empty',
      `give the reference of a confirmed slot: ${commandFor(context.settings, 'slot', 'list', '--available')}`,
    );
  const named = [
    ['--slot', slot, 'slotReference'],
    ['--reference', reference, 'PO_REFERENCE'],
  ] as const;
  // The order would bear one of the two, and what was read for the other.
  for (const [option, value, field] of named)
    if (value !== undefined && flags.set.some(([name, text]) => name === field && text !== value))
      throw usageError(`${option} and --set ${field} name different values`, 'use only one of them');
  if (file === undefined) {
    const [, setReference] = flags.set.find(([name]) => name === 'PO_REFERENCE') ?? [];
    const { source, line, isSeen } = await beforeSending('nothing was sent', () =>
      typedPurchaseOrder(context, { ...options, ...present({ reference: reference ?? setReference }) }),
    );
    // What was typed at prompts is not typed again.
    const tellAnswers = (): void => {
      if (line !== undefined) context.notice(`your answers: ${line}`);
    };
    const typed = { sources: [source], ...checks, ...(line === undefined ? {} : { line }) };
    try {
      const result = await upload(context, purchaseOrders, [], { ...flags, yes: isSeen }, typed);
      if ((result.errors ?? []).length > 0) tellAnswers();
      return result;
    } catch (error) {
      if (error instanceof CfiError) tellAnswers();
      throw error;
    }
  }
  if (item.length > 0) throw usageError('--item and FILE cannot be combined');
  if (reference !== undefined) throw usageError('--reference and FILE cannot be combined');
  return upload(context, purchaseOrders, [file], { ...flags, slot: slot?.trim() }, checks);
}

/** The columns of csv. */
export const columns = ({ dryRun }: Partial<PoCreateOptions>) => uploadColumns('purchase-order', dryRun);

/** A template: a purchase order with two lines, and the values of `--slot` filled in. */
export const template: Run<typeof templateCommand> = async (context, { format = 'csv', slot }) => {
  const values = slot === undefined ? {} : await withApi(context, (api) => valuesOf(api, slot));
  const bare = templateOf('purchase-order', format, context.clock.now(), undefined, values);
  return { data: bare, blocks: [], bare };
};

async function valuesOf(api: Api, reference: string): Promise<TemplateValues> {
  const { slot } = await readSlot(api, reference);
  return {
    PO_REFERENCE: `PO-${reference}`,
    Warehouse_Name: textField(slot, 'warehouse') ?? '',
    slotReference: reference,
    deliveryType: textField(slot, 'deliveryType') ?? '',
    loadingType: textField(slot, 'loadingType') ?? '',
    palletCount: numberField(slot, 'palletCount') ?? '',
    containerTruckNumber: textField(slot, 'containerTruckNumber') ?? '',
  };
}
