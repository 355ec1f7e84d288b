import { expect, it } from 'vitest';
import { planFor } from './proposed-plan.ts';

it.each<[shop: string, set: readonly string[], sent: readonly string[], leftOut: readonly string[]]>([
  [
    'amazon-channels',
    [],
    ['026-1: 1 AC-1 at 45'],
    ['026-2 fulfilled', '026-3 fulfilled', '026-4 cancelled', '026-5 unpaid'],
  ],
  [
    'ankorstore',
    ['PaymentStatus=PAID'],
    ['K2: 2 AC-1 at 45'],
    ['K1 on-hold', 'K3 fulfilled', 'K4 cancelled', 'K5 fulfilled', 'K6 on-hold', 'K7 on-hold', 'K8 on-hold'],
  ],
  [
    'baselinker',
    [],
    ['1001: 2 AC-1 at 45', '1002: 2 AC-1 at 45', '1009: 2 AC-1 at 45'],
    ['1003 fulfilled', '1004 cancelled', '1005 unpaid', '1006 refunded', '1007 pickup', '1008 on-hold'],
  ],
  [
    'cdiscount',
    ['Currency=EUR', 'PaymentStatus=PAID'],
    ['C1: 2 AC-1 at 45', 'C7: 2 AC-1 at 45', 'C8: 2 AC-1 at 45'],
    ['C2 fulfilled', 'C3 cancelled', 'C4 on-hold', 'C5 fulfilled', 'C6 cancelled'],
  ],
  [
    'charges',
    ['PaymentStatus=PAID'],
    ['1: 2 AC-1 at 45', '2: 1 AC-1 at 45', '4: 1 AC-1 at 45'],
    ['3 cancelled', '1  not-goods', '2 SHIPPING not-goods', '4  not-goods'],
  ],
  ['ebay-german', [], ['23-1: 2 AC-1 at 45', '23-4: 1 AC-1 at 45'], ['23-2 fulfilled', '23-3 unpaid']],
  [
    'flags',
    ['PaymentStatus=PAID'],
    ['1: 1 AC-1 at 45', '4: 1 AC-1 at 45'],
    ['2 on-hold', '3 on-hold', '5 on-hold', '6 on-hold', '7 fulfilled', '8 cancelled'],
  ],
  [
    'fruugo',
    [],
    ['F2: 2 AC-1 at 45'],
    ['F1 unpaid', 'F3 fulfilled', 'F4 cancelled', 'F5 fulfilled', 'F6 refunded'],
  ],
  [
    'jtl-positions',
    [],
    ['1: 2 AC-1 at 45', '2: 1 AC-1 at 45', '5: 1 SET at 90'],
    ['3 not-goods', '4 cancelled', '1  not-goods', '2  not-goods'],
  ],
  [
    'mercadolibre',
    ['ReceivedDate=2026-08-20T10:00:00Z', 'PaymentStatus=PAID'],
    ['2000001: 2 AC-1 at 45'],
    [
      '2000002 fulfilled',
      '2000003 on-hold',
      '2000004 fulfilled',
      '2000005 on-hold',
      '2000006 on-hold',
      '2000007 on-hold',
    ],
  ],
  [
    'otto',
    ['PaymentStatus=PAID'],
    ['b1: 1 AC-1 at 45', 'b7: 1 AC-1 at 45,1 AC-1 at 45'],
    ['b2 on-hold', 'b3 fulfilled', 'b4 refunded', 'b5 cancelled', 'b6 cancelled'],
  ],
  [
    'portuguese',
    [],
    ['T1: 2 AC-1 at 45'],
    ['T2 fulfilled', 'T3 cancelled', 'T4 unpaid', 'T5 pickup', 'T6 fulfilled', 'T7 refunded'],
  ],
  [
    'rakuten-france',
    ['PaymentStatus=PAID'],
    ['900001: 2 AC-1 at 45', '900002: 1 AC-2 at 20'],
    ['900003 cancelled'],
  ],
  [
    'shein',
    [],
    ['G3: 1 AC-1 at 45'],
    ['G1 on-hold', 'G2 unpaid', 'G4 fulfilled', 'G5 refunded', 'G6 fulfilled', 'G7 fulfilled', 'G8 on-hold'],
  ],
  [
    'shoptet',
    [],
    ['2026001: 2 AC-1 at 45', '2026002: 2 AC-1 at 45'],
    [
      '2026003 fulfilled',
      '2026004 cancelled',
      '2026005 fulfilled',
      '2026006 unpaid',
      '2026001 SHIPPING1 not-goods',
      '2026001 BILLING1 not-goods',
      '2026002 SHIPPING1 not-goods',
      '2026002 BILLING1 not-goods',
    ],
  ],
  [
    'spreadsheet',
    [],
    ['1: 2 AC-1 at 45'],
    ['2 fulfilled', '3 unpaid', '4 unpaid', '5 on-hold', '6 cancelled'],
  ],
  ['spreadsheet-german', [], ['A1: 2 AC-1 at 45'], ['A2 fulfilled', 'A3 unpaid', 'A4 cancelled']],
  [
    'temu',
    ['PaymentStatus=PAID', 'ItemTitle=Tent'],
    ['PO-211-001: 2 AC-1 at 45'],
    ['PO-211-002 cancelled', 'PO-211-003 fulfilled'],
  ],
  [
    'target',
    ['Currency=USD'],
    ['TG1: 2 AC-1 at 45', 'TG2: 2 AC-1 at 45'],
    ['TG3 fulfilled', 'TG4 cancelled', 'TG5 unpaid', 'TG6 fulfilled', 'TG7 refunded'],
  ],
  [
    'walmart-fulfilled',
    ['Currency=USD', 'PaymentStatus=PAID', 'DeliveryAddress.Country=United States'],
    ['200: 1 AC-1 at 45', '206: 1 AC-1 at 45'],
    ['201 fulfilled', '202 on-hold', '203 on-hold', '204 fulfilled', '205 cancelled'],
  ],
  [
    'wayfair',
    ['Currency=GBP', 'PaymentStatus=PAID'],
    ['UK100: 1 AC-1 at 45', 'UK104: 3 AC-1 at 45'],
    ['UK101 fulfilled', 'UK102 cancelled', 'UK103 on-hold', 'UK105 on-hold'],
  ],
  [
    'xentral',
    [],
    ['200001: 2 AC-1 at 45'],
    ['200002 fulfilled', '200003 cancelled', '200004 on-hold', '200005 fulfilled', '200001 PORTO not-goods'],
  ],
  [
    'xero',
    [],
    ['INV-1: 2 AC-1 at 45'],
    ['INV-2 unpaid', 'INV-3 unpaid', 'INV-4 cancelled', 'CN-5 refunded', 'INV-6 on-hold', 'INV-1  not-goods'],
  ],
])('the map proposed for an export of %s sends what is to be shipped', async (shop, set, sent, leftOut) => {
  expect(await planFor(shop, set)).toEqual({ sent, leftOut });
});
