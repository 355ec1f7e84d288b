import { describe, expect, it } from 'vitest';
import { withoutHtmlCodes } from '../../../src/text/sanitize.ts';
import { read } from '../support.ts';

describe('characters written as in HTML', () => {
  it.each([
    ['13 O&#39;Connell Street', "13 O'Connell Street"],
    ['24&quot; tent &amp; pegs', '24" tent & pegs'],
    ['&#x27;&#X1F600;&apos;&lt;&GT;', "'😀'<>"],
    ['a&nbsp;b', 'a b'],
    ['&amp;#39;', '&#39;'],
    ['Fish & chips; M&S', 'Fish & chips; M&S'],
    ['&eacute; &#; &#x; &unknown;', '&eacute; &#; &#x; &unknown;'],
    ['a&#32;b&#33;', 'a b!'],
    ['&#31; &#xdfff;', '&#31; &#xdfff;'],
    ['&#xd7ff;&#xe000;&#x10ffff;', '\ud7ff\ue000\u{10ffff}'],
    ['&#0; &#10; &#xd800; &#1114112; &#9999999;', '&#0; &#10; &#xd800; &#1114112; &#9999999;'],
  ])('%s is %s', (text, expected) => {
    expect(withoutHtmlCodes(text)).toBe(expected);
  });

  it('are replaced in an Etsy export, in names, addresses, titles and SKUs', async () => {
    const names =
      'Sale Date,Item Name,Buyer,Quantity,Price,Currency,Transaction ID,Date Paid,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,SKU';
    const row =
      '09/01/26,5&quot; pot,A &amp; B,1,9.00,GBP,1,09/01/26,Jo O&#39;Hara,1 St John&#39;s Rd,C&#39;yard,King&#39;s Lynn,D&#39;shire,PE30 1AA,United Kingdom,77,A&amp;B-1';
    const { bodies, warnings } = await read(`${names}\n${row}\n`, {
      options: { preset: 'etsy', timezone: 'Europe/London', warehouse: 'W', dispatchWithin: 1e12 },
    });
    expect(JSON.stringify(bodies)).not.toContain('&#39;');
    expect(bodies[0]).toMatchObject({
      ChannelBuyerName: 'A & B',
      DeliveryAddress: { FullName: "Jo O'Hara", Address1: "1 St John's Rd", Town: "King's Lynn" },
      OrderItems: [{ SKU: 'A&B-1', ItemTitle: '5" pot' }],
    });
    expect(warnings).toEqual([]);
  });
});
