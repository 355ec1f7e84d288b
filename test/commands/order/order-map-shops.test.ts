import { expect, it } from 'vitest';
import { planFor } from './proposed-plan.ts';

it.each<[shop: string, set: readonly string[], sent: readonly string[], leftOut: readonly string[]]>([
  [
    'bigcommerce',
    [],
    ['101: 1 AC-1 at 45'],
    ['102 fulfilled', '103 partly-refunded', '104 on-hold', '105 pickup', '106 unpaid'],
  ],
  ['billbee', [], ['B-1: 2 AC-1 at 45'], ['B-2 fulfilled', 'B-3 on-hold', 'B-4 on-hold']],
  ['bol', ['Currency=GBP', 'PaymentStatus=PAID'], ['A000ABC001: 1 AC-1 at 45'], ['A000ABC002 on-hold']],
  ['dutch', [], ['N1: 2 AC-1 at 45'], ['N2 fulfilled', 'N3 cancelled', 'N4 unpaid']],
  [
    'ecwid',
    ['Currency=GBP'],
    ['AB12: 1 AC-1 at 45'],
    ['AB13 fulfilled', 'AB14 cancelled', 'AB15 unpaid', 'AB16 unpaid'],
  ],
  ['ekm', [], [], ['1 unpaid', '2 fulfilled', '3 cancelled']],
  ['italian', [], ['I1: 2 AC-1 at 45'], ['I2 fulfilled', 'I3 cancelled', 'I4 pickup']],
  ['jtl', [], ['A-1: 2 AC-1 at 45'], ['A-2 fulfilled', 'A-3 cancelled', 'A-4 unpaid']],
  [
    'kaufland',
    ['PaymentStatus=PAID'],
    ['M1: 1 AC-1 at 45', 'M3: 1 AC-1 at 45'],
    ['M2 cancelled', 'M4 refunded'],
  ],
  [
    'lightspeed',
    ['Currency=GBP'],
    ['ORD1: 1 AC-1 at 45'],
    ['ORD2 fulfilled', 'ORD3 cancelled', 'ORD4 unpaid'],
  ],
  [
    'magento-items',
    [],
    ['000000001: 2 AC-1 at 45'],
    ['000000002 fulfilled', '000000003 unpaid', '000000001 AC-2 refunded'],
  ],
  [
    'magento-orders',
    ['Currency=GBP', 'PaymentStatus=PAID', 'ItemTitle=Tent'],
    ['000000001: 1 AC-1 at 45', '000000002: 1 AC-1 at 45'],
    ['000000003 fulfilled'],
  ],
  ['manomano', ['PaymentStatus=PAID'], ['M1: 2 AC-1 at 45'], ['M2 fulfilled', 'M3 refunded', 'M4 on-hold']],
  [
    'mirakl',
    ['PaymentStatus=PAID'],
    ['M-1-A: 1 AC-1 at 45'],
    ['M-2-A on-hold', 'M-3-A on-hold', 'M-4-A fulfilled'],
  ],
  [
    'odoo',
    [],
    ['S00001: 2 AC-1 at 45'],
    ['S00002 fulfilled', 'S00003 cancelled', 'S00004 unpaid', 'S00005 fulfilled'],
  ],
  ['onbuy', ['PaymentStatus=PAID'], ['ABC123: 1 AC-1 at 45'], ['ABC124 on-hold', 'ABC125 fulfilled']],
  ['opencart', ['PaymentStatus=PAID'], ['1: 1 AC-1 at 45'], ['2 on-hold', '3 refunded', '4 cancelled']],
  ['plentymarkets', [], ['1: 2 AC-1 at 45'], ['2 fulfilled', '3 cancelled', '4 unpaid']],
  [
    'prestashop',
    ['Currency=GBP'],
    ['1: 1 AC-1 at 45', '5: 1 AC-1 at 45'],
    ['2 fulfilled', '3 cancelled', '4 unpaid', '6 refunded'],
  ],
  ['shopware', [], ['10001: 1 AC-1 at 45'], ['10002 fulfilled', '10003 cancelled', '10004 unpaid']],
  ['spanish', [], ['E1: 2 AC-1 at 45'], ['E2 fulfilled', 'E3 cancelled', 'E4 unpaid']],
  ['square', ['PaymentStatus=PAID'], ['#1: 1 AC-1 at 45'], ['#2 pickup', '#3 refunded', '#4 fulfilled']],
  ['squarespace', [], ['101: 1 AC-1 at 45'], ['102 fulfilled', '103 refunded']],
  [
    'walmart',
    ['Currency=GBP', 'PaymentStatus=PAID', 'DeliveryAddress.Country=United Kingdom'],
    ['200: 1 AC-1 at 45'],
    ['201 fulfilled', '202 cancelled'],
  ],
  ['wix', [], ['10001: 1 AC-1 at 45'], ['10002 unpaid', '10003 cancelled', '10001 AC-2 refunded']],
  [
    'zoho',
    ['PaymentStatus=PAID'],
    ['SO-1: 2 AC-1 at 45'],
    ['SO-2 fulfilled', 'SO-3 fulfilled', 'SO-4 cancelled'],
  ],
])('the map proposed for an export of %s sends what is to be shipped', async (shop, set, sent, leftOut) => {
  expect(await planFor(shop, set)).toEqual({ sent, leftOut });
});
