import {
  confirmedTime,
  offeredTime,
  proposals,
  requestedTime,
  type SlotPhase,
  slotPhase,
  slotReference,
  slotStatus,
  usedBy,
} from '../../client/slots.ts';
import type { Block, Column } from '../../render/result.ts';
import { type Fields, field, textField } from '../../text/records.ts';

const meaning: Record<SlotPhase, string> = {
  pending: 'waiting on the warehouse',
  'answer-needed': 'the warehouse proposes another time: your answer is needed',
  confirmed: 'the time is agreed',
  cancelled: 'cancelled',
  other: '',
};

/** The state in the service's word and in plain ones. */
export const statusText = (slot: Fields): string => {
  const used = usedBy(slot);
  const said = used === undefined ? meaning[slotPhase(slot)] : `used by ${used}`;
  const status = slotStatus(slot);
  return said === '' || said === status ? status : `${status} (${said})`;
};

const tone: Column<Fields>['tone'] = (slot) =>
  (
    ({
      pending: undefined,
      'answer-needed': 'warn',
      confirmed: 'good',
      cancelled: 'dim',
      other: undefined,
    }) as const
  )[slotPhase(slot)];

export const slotColumns: readonly Column<Fields>[] = [
  { header: 'Slot', value: slotReference, priority: 1 },
  { header: 'Status', value: statusText, priority: 1, tone },
  { header: 'Warehouse', value: (slot) => field(slot, 'warehouse'), priority: 3 },
  { header: 'Date', value: (slot) => field(slot, 'date'), priority: 2 },
  { header: 'Window', value: (slot) => field(slot, 'window'), priority: 3 },
  { header: 'Agreed time', value: confirmedTime, time: true, priority: 2 },
  { header: 'Offered time', value: offeredTime, time: true, priority: 2 },
  { header: 'Vehicle', value: (slot) => field(slot, 'deliveryType'), priority: 5 },
  { header: 'Used by', value: usedBy, priority: 4 },
  { header: 'scheduleStatus', value: slotStatus, csvOnly: true },
];

/** Who proposed what and when, from the first request to the agreement. */
export function timeline(slot: Fields): Block {
  const who = (proposal: Fields): string =>
    field(proposal, 'proposedBy') === 'ops' ? 'warehouse' : String(field(proposal, 'proposedBy') ?? '');
  const columns: readonly Column<Fields>[] = [
    { header: 'When', value: (row) => field(row, 'createdAt', 'created_at', 'at'), time: true, priority: 3 },
    { header: 'Who', value: who, priority: 1 },
    {
      header: 'Proposed time',
      value: (row) => textField(row, 'proposedTime', 'time'),
      time: true,
      priority: 1,
    },
    { header: 'Comment', value: (row) => field(row, 'comment'), priority: 2 },
  ];
  return { kind: 'table', title: 'Negotiation', columns, rows: proposals(slot), empty: 'no proposals yet' };
}

/** One slot: what was booked, where it stands, and what was said. */
export function slotBlocks(slot: Fields): Block[] {
  const load = [
    field(slot, 'loadingType'),
    field(slot, 'numberOfSkus') === undefined ? undefined : `SKUs ${field(slot, 'numberOfSkus')}`,
    field(slot, 'palletCount') === undefined ? undefined : `${field(slot, 'palletCount')} pallets`,
  ];
  const vehicle = [
    field(slot, 'deliveryType'),
    field(slot, 'containerSize'),
    field(slot, 'containerTruckNumber'),
  ];
  const phase = slotPhase(slot);
  return [
    {
      kind: 'fields',
      title: `Slot ${slotReference(slot)}`,
      fields: [
        ['Status', statusText(slot)],
        ['Warehouse', field(slot, 'warehouse')],
        ['Booked for', [field(slot, 'date'), field(slot, 'window')].filter(Boolean).join(', ')],
        ['Asked for', { time: requestedTime(slot) }],
        ['Offered', phase === 'answer-needed' ? { time: offeredTime(slot) } : undefined],
        ['Agreed', { time: confirmedTime(slot) }],
        ['Vehicle', vehicle.filter(Boolean).join(', ')],
        ['Load', load.filter(Boolean).join(', ')],
        ['Used by', usedBy(slot)],
      ],
    },
    timeline(slot),
  ];
}

/** The next thing a person would do with the slot, as a command line. */
export function nextStep(slot: Fields): string | undefined {
  const reference = slotReference(slot);
  const phase = slotPhase(slot);
  if (phase === 'pending') return `next: cfi slot watch ${reference}`;
  if (phase === 'answer-needed') {
    return `next: cfi slot respond ${reference} --accept, or --counter TIME`;
  }
  if (phase === 'confirmed' && usedBy(slot) === undefined)
    return `next: cfi po create FILE --slot ${reference}`;
  return undefined;
}
