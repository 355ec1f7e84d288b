import type * as z from 'zod/mini';

/** A schema, or one of its checks. */
export interface Described {
  readonly _zod: { readonly def: object };
}

/** The parts of zod's own description of a schema or a check that this program reads. */
export interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly format?: string;
  readonly coerce?: boolean;
  readonly checks?: readonly Described[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly when?: unknown;
  readonly fn?: (value: unknown) => unknown;
}

/** The description of a schema or a check. The only place that looks inside zod, whose version is pinned. */
export const definitionOf = ({ _zod }: Described): Definition => _zod.def as Definition;
