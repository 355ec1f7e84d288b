import { beforeSending } from '../../cli/ask.ts';
import type { OptionsOf, Run } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, type FieldProblem, stated, usageError } from '../../errors.ts';
import { type TemplateValues, templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../report/dry-run.ts';
import { upload } from '../../report/upload.ts';
import { type Fields, field, fieldsOf, numberField, textField } from '../../text/records.ts';
import { purchaseOrders } from '../../upload/run/kinds/purchase-orders.ts';
import type { Spool } from '../../upload/terms/spool.ts';
import { readSlot } from '../desk/read.ts';
import type { createCommand, templateCommand } from './definition.ts';
import { typedPurchaseOrder } from './typed-order.ts';

/** A purchase order inherits these from its slot: it may repeat but not contradict them. */
const inherited = ['deliveryType', 'loadingType'] as const;

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
  check: (api: Api, spool: Spool): Promise<void> => checkSlots(api, documentsIn(spool)),
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
        `${owner} and ${reference} name the same slot, ${slot}, which takes one purchase order`,
        { hint: 'give each a slot of its own; nothing was sent', field: 'slotReference' },
      );
    owners.set(slot, reference);
  }
}

/** Compares orders with their slots before anything is sent; `invalid-input` with all contradictions. No slot: the service rejects it. */
async function checkSlots(api: Api, documents: Iterable<PoDocument>): Promise<void> {
  const slots = new Map<string, Fields | undefined>();
  const errors: FieldProblem[] = [];
  for (const { reference: name, body } of documents) {
    const reference = textField(body, 'slotReference');
    if (reference === undefined || inherited.every((field) => body[field] === undefined)) continue;
    if (!slots.has(reference)) slots.set(reference, await slotIfFound(api, reference));
    const problems = contradictions(body, reference, slots.get(reference));
    for (const problem of problems) errors.push({ ...problem, reference: name });
  }
  const [first] = errors;
  if (first === undefined) return;
  const message =
    errors.length === 1
      ? first.message
      : `${errors.length} values contradict the slots of their purchase orders`;
  throw new CfiError('invalid-input', message, {
    hint: 'omit the field to use the value of the slot; nothing was sent',
    ...(first.field === undefined ? {} : { field: first.field }),
    errors,
    saysProblem: errors.length === 1,
  });
}

async function slotIfFound(api: Api, reference: string): Promise<Fields | undefined> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (error instanceof CfiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function contradictions(body: Fields, reference: string, slot: Fields | undefined): FieldProblem[] {
  return inherited.flatMap((field) => {
    const [said, declared] = [textField(body, field), textField(slot, field)];
    if (said === undefined || declared === undefined || said === declared) return [];
    const message = `${field} is ${said}, but slot ${reference} has ${declared}`;
    return [{ field, found: said, expected: declared, message, [stated]: ['found', 'expected'] }];
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
    const { source, line } = await beforeSending('nothing was sent', () =>
      typedPurchaseOrder(context, options),
    );
    // What was typed at prompts is not typed again.
    const tellAnswers = (): void => {
      if (line !== undefined) context.notice(`your answers: ${line}`);
    };
    try {
      const result = await upload(
        context,
        purchaseOrders,
        [],
        { ...flags, yes: true },
        {
          sources: [source],
          ...checks,
        },
      );
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

/**
 * Reads and checks a file with the one purchase order of a slot, and sends nothing. `reviewed` is the digest of what it
 * holds. Throws a `CfiError` if it does not hold exactly one that can be sent.
 */
export async function readForSlot(context: CommandContext, api: Api, file: string, slot: string) {
  const result = await run(context, { file, slot, item: [], set: [], dryRun: true });
  try {
    const [failed] = result.errors ?? [];
    if (failed !== undefined) throw failed;
    const documents = [...(result.csv?.rows ?? [])].map((row) => ({
      reference: textField(row, 'reference') ?? '',
      body: fieldsOf(JSON.parse(textField(row, 'body') ?? '{}')),
    }));
    const [document] = documents;
    if (document === undefined)
      throw new CfiError('invalid-input', `${file} holds no purchase order; a slot takes one`);
    const { reference, body: order } = document;
    if (numberField(field(result.data, 'known'), 'created') === 1)
      throw new CfiError('conflict', `${reference} of ${file} was created before; nothing was sent`);
    await checkSlots(api, documents);
    return { order, reviewed: textField(result.data, 'digest') ?? '' };
  } finally {
    await result.close?.();
  }
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
