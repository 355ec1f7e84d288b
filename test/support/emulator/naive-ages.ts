/** Tracks each unit of stock separately: a slow and obvious way to compute ages, to check the fast one against. */
interface Unit {
  readonly receivedAt: number;
}

/** Receipts and shipments, in chronological order. */
export interface Event {
  readonly at: string;
  readonly warehouse: string;
  /** Units received, or shipped if negative. */
  readonly quantity: number;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Lots and ages at a given time, found by moving one unit at a time. */
export function naiveAges(events: readonly Event[], asOf: string, warehouse?: string) {
  const shelves = new Map<string, Unit[]>();
  for (const event of events) {
    if (Date.parse(event.at) > Date.parse(asOf)) continue;
    const shelf = shelves.get(event.warehouse) ?? [];
    shelves.set(event.warehouse, shelf);
    for (let n = 0; n < event.quantity; n++) shelf.push({ receivedAt: Date.parse(event.at) });
    for (let n = 0; n < -event.quantity; n++) shelf.shift();
  }
  const units = [...shelves].flatMap(([name, shelf]) =>
    warehouse === undefined || name === warehouse ? shelf : [],
  );
  const ages = units.map(({ receivedAt }) => daysBetween(dayOf(receivedAt), asOf.slice(0, 10)));
  const within = (min: number, max: number) => ages.filter((age) => age >= min && age <= max).length;
  const receipts = [...new Set(units.map(({ receivedAt }) => receivedAt))].sort((a, b) => a - b);
  return {
    total_quantity: units.length,
    average_age_days: units.length === 0 ? null : ages.reduce((sum, age) => sum + age, 0) / units.length,
    oldest_age_days: units.length === 0 ? null : Math.max(...ages),
    newest_age_days: units.length === 0 ? null : Math.min(...ages),
    age_ranges: [
      { range: '0-30', min_days: 0, max_days: 30, quantity: within(0, 30) },
      { range: '31-60', min_days: 31, max_days: 60, quantity: within(31, 60) },
      { range: '61-90', min_days: 61, max_days: 90, quantity: within(61, 90) },
      { range: '91-180', min_days: 91, max_days: 180, quantity: within(91, 180) },
      { range: '181-365', min_days: 181, max_days: 365, quantity: within(181, 365) },
      { range: '366+', min_days: 366, max_days: null, quantity: within(366, Number.POSITIVE_INFINITY) },
    ],
    lots: receipts.map((receivedAt) => ({
      receipt_date: dayOf(receivedAt),
      quantity: units.filter((unit) => unit.receivedAt === receivedAt).length,
      age_days: daysBetween(dayOf(receivedAt), asOf.slice(0, 10)),
    })),
  };
}
