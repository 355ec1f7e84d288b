import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { dayAfter } from '../../text/time/typed-day.ts';
import { ukDate } from '../../text/time/zone.ts';
import { mondayOf } from '../desk/week.ts';
import type { templateCommand } from './definition.ts';

/** Two slots of next week as `slot book` takes them; `reference` is a name of your own. */
function examples(now: number): readonly Readonly<Record<string, string | number>>[] {
  const nextWeek = dayAfter(mondayOf(ukDate(now)), 7);
  return [
    {
      reference: 'tents',
      date: dayAfter(nextWeek, 1),
      window: 'morning',
      warehouse: 'Northgate FC',
      loadingType: 'palletised',
      numberOfSkus: 'lt_10',
      deliveryType: 'truck',
      containerSize: '',
      palletCount: 6,
      containerTruckNumber: 'AB12 CDE',
    },
    {
      reference: 'stoves',
      date: dayAfter(nextWeek, 2),
      window: 'afternoon',
      warehouse: 'Northgate FC',
      loadingType: 'loose',
      numberOfSkus: '10_to_20',
      deliveryType: 'container',
      containerSize: '40ft',
      palletCount: '',
      containerTruckNumber: '',
    },
  ];
}

/** A template file for `slot book`. */
export async function run(
  { clock }: CommandContext,
  { format = 'csv' }: OptionsOf<typeof templateCommand>,
): Promise<Result> {
  const rows = examples(clock.now());
  const names = Object.keys(rows[0] ?? {});
  const bodies = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
  );
  const bare =
    format === 'json'
      ? `${JSON.stringify(bodies, null, 2)}\n`
      : [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
          .map((cells) => `${cells.join(',')}\n`)
          .join('');
  return { data: bare, blocks: [], bare };
}
