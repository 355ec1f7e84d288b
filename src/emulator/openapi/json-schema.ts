import * as z from 'zod/mini';
import { address } from '../../contract/order.ts';
import { anyTime, calendarDay, day, instant, timePattern, zonedTime } from '../../contract/primitives.ts';
import { purchaseOrder } from '../../contract/purchase-order.ts';
import {
  slotRequest,
  slotResponseRequest,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../contract/slot.ts';

/** A JSON object in the document. */
export type Json = Record<string, unknown>;

interface ObjectSchema extends Json {
  properties: Record<string, Json>;
  required: string[];
}

/** What one alternative of an object adds to the fields that all alternatives share. */
interface Alternative {
  readonly title: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** Each alternative as a complete object: next to a shared `properties`, client generators would lose the types. */
const alternativesOf = (common: ObjectSchema, alternatives: readonly Alternative[]): Json => ({
  anyOf: alternatives.map(({ title, properties = {}, required }) => ({
    ...Object.entries(properties).reduce((made, [name, more]) => withField(made, name, more), common),
    title,
    required: [...new Set([...common.required, ...required])],
  })),
});

/** The format of strings that the contract checks in code. */
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

/** Constraints that an enum makes redundant; some client generators reject a pattern next to one. */
const impliedByEnum = ['pattern', 'minLength', 'maxLength'];

/** Adds keywords to one field of an object. */
function withField(made: ObjectSchema, name: string, more: Json): ObjectSchema {
  const said = Object.entries(made.properties[name] ?? {}).filter(
    ([keyword]) => more.enum === undefined || !impliedByEnum.includes(keyword),
  );
  return { ...made, properties: { ...made.properties, [name]: { ...Object.fromEntries(said), ...more } } };
}

const loadingType = { enum: suggestedLoadingTypes };

/** Object checks that the contract or a rule makes in code, as far as JSON Schema can express them. */
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
 * Converts schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. Keys are the names in
 * `components.schemas`; a schema that contains another one refers to it by name.
 */
export function componentSchemas(named: Readonly<Record<string, z.core.$ZodType>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      Object.assign(made, texts.get(zodSchema));
      // Whole numbers of any size: other languages have their own bounds.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, made]) => {
      const { $schema: _, $id: __, ...rest } = made as ObjectSchema;
      return [id, objects.get(named[id])?.(rest as ObjectSchema) ?? rest];
    }),
  );
}
