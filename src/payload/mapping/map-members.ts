import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import { keysOf } from '../../text/records.ts';
import { listed } from '../../text/words.ts';
import { leaveOutReasons, type Reason } from '../document/reasons.ts';
import { isDateFormat } from '../fields/dates.ts';
import type { Condition } from './conditions.ts';
import { asList, type Columns, foldedText, suggestion } from './header.ts';
import type { Status } from './mapping.ts';
import { listOf, objectOf, textOr } from './shapes.ts';

/** Whether a value can be the name of a column. */
export const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export const names = z
  .custom<Columns>(
    (value) => isName(value) || (Array.isArray(value) && value.length > 0 && value.every(isName)),
    { error: 'must be a name or a list of names', abort: true },
  )
  .check(z.refine((value) => asList(value).length <= 1000, 'must be at most 1,000 names'));

export const reason = z.enum(leaveOutReasons, {
  error: ({ input }) =>
    `must be one of ${leaveOutReasons.join(', ')}${typeof input === 'string' ? suggestion(input, leaveOutReasons) : ''}`,
});

const wrongDates = (formats: unknown): string[] =>
  asList(formats as Columns).filter((format) => !isDateFormat(format));

export const dates = names.check(
  z.refine((formats) => wrongDates(formats).length === 0, {
    error: ({ input }) =>
      `${JSON.stringify(wrongDates(input)[0])} has no year, month and day\n` +
      'tokens: YYYY YY M MM MMM MMMM D DD H HH h hh mm ss A Z, for example DD/MM/YYYY HH:mm:ss',
  }),
);

/** What a condition asks of its column: exactly one of these. */
const tests = {
  in: z.exactOptional(
    z
      .array(textOr('must be text or a number'), 'must be a list of values')
      .check(z.minLength(1, 'must be a list of values')),
  ),
  empty: z.exactOptional(z.boolean('must be true or false')),
  filled: z.exactOptional(z.literal(true, 'must be true')),
  future: z.exactOptional(z.literal(true, 'must be true')),
};
type Tests = { readonly [Each in keyof typeof tests]?: z.output<(typeof tests)[Each]> };

const oneTest = z.refine<Tests>(
  (given) => keysOf(tests).filter((each) => given[each] !== undefined).length === 1,
  `must have exactly one of ${listed(keysOf(tests))}`,
);
const dateBesideFuture = z.refine<Tests & { readonly date?: unknown }>(
  ({ future, date }) => (future === undefined) === (date === undefined),
  'must have future and date together, for example {"column": "Ship after", "future": true, "date": "DD/MM/YYYY"}',
);
const noCondition = 'must be an object, for example {"column": "status", "in": ["cancelled"]}';

/** The test of a condition as it is bound: `filled` is the same as not `empty`. */
const testOf = ({ in: values, empty, date }: Tests & { readonly date?: Columns }) =>
  date !== undefined
    ? { future: asList(date) }
    : values !== undefined
      ? { in: values }
      : { empty: empty === true };

const conditionMembers = { column: names, ...tests, date: z.exactOptional(dates) };

export const conditions = z._default(
  listOf(
    z.pipe(
      objectOf(conditionMembers, noCondition).check(oneTest, dateBesideFuture),
      z.transform((given): Condition => ({ column: given.column, ...testOf(given) })),
    ),
  ),
  [],
);

export const rules = z._default(
  listOf(
    z.pipe(
      objectOf({ ...conditionMembers, reason }, noCondition).check(oneTest, dateBesideFuture),
      z.transform((given) => ({ column: given.column, ...testOf(given), reason: given.reason })),
    ),
  ),
  [],
);

const values = listOf(textOr('must be a list of values'));
const name = z.custom<string>(isName, 'must be the name of a column');

/** The entries of `$statuses`, as they are written. */
export const statuses = z._default(
  listOf(
    objectOf(
      {
        column: name,
        ship: z._default(values, []),
        leaveOut: z._default(
          z.record(z.string(), values, 'must be an object, for example {"cancelled": ["void"]}'),
          {},
        ),
        of: z.exactOptional(z.literal('line', 'must be line')),
      },
      'must be an object, for example {"column": "Status", "ship": ["paid"], "leaveOut": {"cancelled": ["void"]}}',
    ),
  ),
  [],
);

const isReason = (text: string): text is Reason => leaveOutReasons.some((each) => each === text);

/** What an entry of `$statuses` says of values, in pairs. Throws a usage error for an unknown reason. */
function meaningsIn({ column, ship, leaveOut }: z.output<typeof statuses>[number]) {
  const pairs = ship.map((value) => [value, 'ship' as 'ship' | Reason] as const);
  for (const [why, values] of Object.entries(leaveOut)) {
    if (!isReason(why))
      throw usageError(
        `--map: $statuses leaves out by ${column} for an unknown reason ${why}${suggestion(why, leaveOutReasons)}`,
        `reasons: ${leaveOutReasons.join(', ')}`,
      );
    for (const value of values) pairs.push([value, why]);
  }
  if (pairs.length === 0) throw usageError(`--map: $statuses has no value of ${column} in ship or leaveOut`);
  return pairs;
}

/** The statuses of a map, each column once. Throws a usage error for a value that has two meanings. */
export function readStatuses(entries: z.output<typeof statuses>): Status[] {
  const found = new Map<string, Status & { readonly meanings: Map<string, 'ship' | Reason> }>();
  for (const entry of entries) {
    const { column, of } = entry;
    const ofLine = of === 'line';
    const status = found.get(column.toLowerCase()) ?? { column, ofLine, meanings: new Map() };
    found.set(column.toLowerCase(), status);
    if (status.ofLine !== ofLine)
      throw usageError(`--map: $statuses has ${column} once for orders and once for lines`);
    for (const [value, meaning] of meaningsIn(entry)) {
      const folded = foldedText(value);
      const known = status.meanings.get(folded) ?? meaning;
      const shown = value.trim() === '' ? 'the blank value' : value;
      if (known !== meaning)
        throw usageError(`--map: $statuses has ${shown} of ${column} twice, as ${known} and as ${meaning}`);
      status.meanings.set(folded, meaning);
    }
  }
  return [...found.values()];
}

/** What a map does not need: columns, and those with `blank`, which must stay blank. */
export const unused = z.exactOptional(
  listOf(
    z.pipe(
      z.pipe(
        z.transform((value: unknown) => (isName(value) ? { column: value } : value) as object),
        objectOf(
          { column: name, blank: z.exactOptional(z.literal(true, 'must be true')) },
          'must be a column, or an object such as {"column": "Note", "blank": true}',
        ),
      ),
      z.transform(({ column, blank = false }) => ({ column, blank })),
    ),
  ),
);
