import * as z from 'zod/mini';
import { address } from '../../contract/order.ts';
import { anyTime, calendarDay, timePattern, zonedTime } from '../../contract/primitives.ts';
import { purchaseOrder } from '../../contract/purchase-order.ts';
import {
  slotRequest,
  slotResponseRequest,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../contract/slot.ts';
import { day, instant } from './records.ts';

/** An object of the document. */
export type Json = Record<string, unknown>;

interface ObjectSchema extends Json {
  properties: Record<string, Json>;
  required: string[];
}

/** What an alternative of an object says beyond what all of them have in common. */
interface Alternative {
  readonly title: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** Each alternative as a full object: beside `properties`, generators of clients would lose the types. */
const alternativesOf = (common: ObjectSchema, alternatives: readonly Alternative[]): Json => ({
  anyOf: alternatives.map(({ title, properties = {}, required }) => ({
    ...Object.entries(properties).reduce((made, [name, more]) => withField(made, name, more), common),
    title,
    required: [...new Set([...common.required, ...required])],
  })),
});

/** What a text must look like, where the contract checks it by code. */
const texts = new Map<unknown, Json>([
  [calendarDay, { format: 'date' }],
  [day, { format: 'date' }],
  [zonedTime, { format: 'date-time' }],
  [instant, { format: 'date-time' }],
  [
    anyTime,
    {
      pattern: timePattern.source,
      description: 'ISO 8601. Send the zone (Z or an offset): without one it may be misread',
    },
  ],
]);

/** What a list of values makes superfluous; some generators of clients take no pattern beside one. */
const impliedByEnum = ['pattern', 'minLength', 'maxLength'];

/** A field with more said about it. */
function withField(made: ObjectSchema, name: string, more: Json): ObjectSchema {
  const said = Object.entries(made.properties[name] ?? {}).filter(
    ([keyword]) => more.enum === undefined || !impliedByEnum.includes(keyword),
  );
  return { ...made, properties: { ...made.properties, [name]: { ...Object.fromEntries(said), ...more } } };
}

const loadingType = { enum: suggestedLoadingTypes };

/** What of an object the contract or a rule checks by code; where JSON Schema has no word for it, nothing is said. */
const objects = new Map<unknown, (made: ObjectSchema) => Json>([
  [
    address,
    (made) =>
      alternativesOf(made, [
        { title: 'Address with a country code', required: ['CountryCode'] },
        { title: 'Address with a country', required: ['Country'] },
      ]),
  ],
  [
    slotRequest,
    (made) => {
      const sizes = { enum: suggestedContainerSizes };
      return alternativesOf(withField(withField(made, 'loadingType', loadingType), 'containerSize', sizes), [
        { title: 'Slot for a truck', properties: { deliveryType: { enum: ['truck'] } }, required: [] },
        {
          title: 'Slot for a container',
          properties: { deliveryType: { enum: ['container'] } },
          required: ['deliveryType', 'containerSize'],
        },
      ]);
    },
  ],
  [
    purchaseOrder,
    (made) =>
      withField(withField(made, 'loadingType', loadingType), 'Expected_Arrival_Date', { deprecated: true }),
  ],
  [
    slotResponseRequest,
    (made) =>
      alternativesOf(made, [
        { title: 'Accept the offer', properties: { action: { enum: ['accept'] } }, required: [] },
        {
          title: 'Ask for another time',
          properties: { action: { enum: ['counter'] } },
          required: ['proposedTime'],
        },
      ]),
  ],
]);

/**
 * JSON Schema 2020-12, which OpenAPI 3.1 takes as it is, of schemas by the name that each has in `components.schemas`.
 * One that is part of another is referred to.
 */
export function componentSchemas(named: Readonly<Record<string, z.core.$ZodType>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => void Object.assign(made, texts.get(zodSchema)),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, made]) => {
      const { $schema: _, $id: __, ...rest } = made as ObjectSchema;
      return [id, objects.get(named[id])?.(rest as ObjectSchema) ?? rest];
    }),
  );
}
