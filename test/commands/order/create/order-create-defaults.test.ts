import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presetNames as listed, presetNames } from '../../../../src/text/preset-names.ts';
import { makeHome, runCli } from '../../../support/cli.ts';
import { dataOf, homeWith } from '../../../support/upload/home-with.ts';

const content =
  'Order,Placed,Buyer,Street,City,Postcode,Country,Code,Title,Count,Each\n' +
  'R-1,2026-09-01 09:00,Ada,1 High Street,Leeds,LS1 4AB,GB,OLD-1,Tent,1,10.00\n';
const map = {
  ReferenceNumber: 'Order',
  ReceivedDate: 'Placed',
  Currency: { const: 'GBP' },
  PaymentStatus: { const: 'PAID' },
  ChannelBuyerName: 'Buyer',
  'DeliveryAddress.FullName': 'Buyer',
  'DeliveryAddress.Address1': 'Street',
  'DeliveryAddress.Town': 'City',
  'DeliveryAddress.PostCode': 'Postcode',
  'DeliveryAddress.CountryCode': 'Country',
  SKU: 'Code',
  ItemTitle: 'Title',
  Qty: 'Count',
  PricePerUnit: 'Each',
};

describe('profile defaults for order create', () => {
  it('fill in omitted options in any working folder', async () => {
    const home = makeHome();
    mkdirSync(join(home, 'shop'));
    writeFileSync(join(home, 'map.json'), JSON.stringify(map));
    writeFileSync(join(home, 'skus.csv'), 'from,to\nOLD-1,AC-TENT-2\n');
    writeFileSync(join(home, 'shop', 'export.csv'), content);
    for (const [key, value] of [
      ['map', 'map.json'],
      ['sku-map', 'skus.csv'],
      ['warehouse', 'Northgate FC'],
      ['dispatch-within', '36h'],
      ['timezone', 'Europe/London'],
    ] as const)
      expect((await runCli(['config', 'set', key, value], { home })).code).toBe(0);
    const outcome = await runCli(['order', 'create', 'shop/export.csv', '--dry-run', '--json'], { home });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome).orders).toMatchObject([
      {
        ReferenceNumber: 'R-1',
        ReceivedDate: '2026-09-01T08:00:00Z',
        DispatchBy: '2026-09-02T20:00:00Z',
        warehouse_name: 'Northgate FC',
        OrderItems: [{ SKU: 'AC-TENT-2' }],
      },
    ]);
    const kept = await runCli(['config', 'get', 'sku-map', '--json'], { home });
    expect(kept.stdout).toContain(join(home, 'skus.csv'));
  });

  it('are named where a file cannot be read with them', async () => {
    const home = homeWith('export.csv', content);
    const dryRun = () => runCli(['order', 'create', 'export.csv', '--dry-run'], { home });
    await runCli(['config', 'set', 'preset', 'shopify'], { home });
    expect((await dryRun()).stderr).toMatch(/^preset: shopify \(profile default\)\nerror: /);
    await runCli(['config', 'set', 'map', 'gone.json'], { home });
    expect((await dryRun()).stderr).toBe(
      `error: the profile's map ${join(home, 'gone.json')} cannot be read: there is no such file\n` +
        'hint: to do without it, unset map in this profile: see cfi help config unset\n',
    );
  });

  it('name a map that is empty, as a shell leaves it where a command ends early', async () => {
    const home = makeHome();
    for (const [name, text] of Object.entries({ 'export.csv': content, 'map.json': '\n' }))
      writeFileSync(join(home, name), text);
    const line = ['order', 'create', 'export.csv', '--map', 'map.json', '--dry-run'];
    expect((await runCli(line, { home })).stderr).toMatch(/^error: --map map\.json is empty\n/);
  });

  it('accept only the name of a preset', async () => {
    const home = makeHome();
    expect(listed).toEqual(presetNames);
    expect((await runCli(['config', 'set', 'preset', 'shopify'], { home })).code).toBe(0);
    const wrong = await runCli(['config', 'set', 'preset', 'shopfy'], { home });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('one of shopify, woocommerce')]);
    writeFileSync(join(home, 'export.csv'), content);
    const outcome = await runCli(['order', 'create', 'export.csv', '--dry-run'], { home });
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining('Shopify')]);
  });

  it.each<[string, string, object]>([
    ['whose header is the first line', content, map],
    ['whose header is below a title', `Orders, all of them\n\n${content}`, map],
  ])('ignore a saved preset for a map of another file %s', async (_, text, own) => {
    const home = homeWith('map.json', JSON.stringify(own));
    // Amazon's reports have tabs, and no quoted cells.
    const tabs = text.replace(content, content.replaceAll(',', '\t').replace('Ada', '"Ada\tfirst"'));
    writeFileSync(join(home, 'export.csv'), tabs);
    const given = ['--warehouse', 'W', '--dispatch-within', '36h', '--timezone', 'Europe/London'];
    const dryRun = ['order', 'create', 'export.csv', '--map', 'map.json', ...given, '--dry-run', '--json'];
    expect((await runCli(['config', 'set', 'preset', 'amazon'], { home })).code).toBe(0);
    const outcome = await runCli(dryRun, { home });
    expect([outcome.code, dataOf(outcome).orders]).toMatchObject([0, [{ ReferenceNumber: 'R-1' }]]);
    const named = await runCli([...dryRun, '--preset', 'amazon'], { home });
    expect(named.code).toBe(2);
  });

  it('use a saved preset as the base of a map for a file of its shop', async () => {
    const home = homeWith('map.json', JSON.stringify({ $sku: { A: 'AC-9' } }));
    const shop =
      'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,' +
      'Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country\n' +
      '#1,paid,Tent,A,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB\n';
    writeFileSync(join(home, 'shop.csv'), shop);
    await runCli(['config', 'set', 'preset', 'shopify'], { home });
    const given = ['--map', 'map.json', '--warehouse', 'W', '--dispatch-within', '36h'];
    const outcome = await runCli(['order', 'create', 'shop.csv', ...given, '--dry-run', '--json'], { home });
    expect(dataOf(outcome).orders).toMatchObject([{ ReferenceNumber: '#1', OrderItems: [{ SKU: 'AC-9' }] }]);
  });

  it('do not let a saved preset decide the mapping of another file', async () => {
    const home = homeWith('export.csv', content);
    await runCli(['config', 'set', 'preset', 'etsy'], { home });
    const proposed = await runCli(['order', 'map', 'export.csv'], { home });
    expect(JSON.parse(proposed.stdout)).not.toHaveProperty('$extends');
    const named = await runCli(['order', 'map', 'export.csv', '--preset', 'etsy'], { home });
    expect(JSON.parse(named.stdout)).toMatchObject({ $extends: 'etsy' });
    expect(named.stderr).toContain('read with the preset etsy');
  });
});
