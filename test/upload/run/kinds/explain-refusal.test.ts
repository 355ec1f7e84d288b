import { describe, expect, it } from 'vitest';
import { explainer } from '../../../../src/upload/run/kinds/kind.ts';
import { answer, serviceWith } from '../../../support/upload/scripted-answers.ts';

const stock = answer({
  locations: [{ location_name: 'Northgate FC', sku: [{ sku: 'MUG-01' }, { sku: 'TEE-01' }] }],
});
const items = (...skus: string[]): object[] => skus.map((SKU) => ({ SKU }));

describe('the explanation of a refused document', () => {
  it.each<[string, object, string | undefined]>([
    ['a similar warehouse', { Warehouse_Name: 'Northgate' }, 'did you mean Northgate FC?'],
    ['a similar product', { items: items('MUG-02', 'TEE-01') }, 'for MUG-02, did you mean MUG-01?'],
    [
      'both',
      { warehouse: 'Northgate', items: items('MUG-02') },
      'did you mean Northgate FC?; for MUG-02, did you mean MUG-01?',
    ],
    ['nothing for what is known', { Warehouse_Name: 'Northgate FC', items: items('MUG-01') }, undefined],
    ['nothing for what is like nothing', { items: items('SOMETHING-ELSE') }, undefined],
  ])('suggests %s', async (_, body, expected) => {
    expect(await explainer()(serviceWith(stock, stock).api, body)).toBe(expected);
  });

  it('suggests products for the first five unknown ones', async () => {
    const body = { items: items('BOX', ...Array(6).fill('MUG-02'), 'MUG-01') };
    const said = await explainer()(serviceWith(stock).api, body);
    expect(said?.split('; ')).toEqual(Array(5).fill('for MUG-02, did you mean MUG-01?'));
  });

  it('reads nothing where there is nothing to suggest', async () => {
    const { api, asked } = serviceWith();
    expect(await explainer()(api, { items: [] })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('reads the names of the account once', async () => {
    const { api, asked } = serviceWith(stock);
    const explain = explainer();
    for (const SKU of ['MUG-02', 'MUG-03']) await explain(api, { items: items(SKU) });
    expect(asked).toHaveLength(1);
  });
});
