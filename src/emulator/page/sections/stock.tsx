import type { Stock as StockRow } from '../parts/records.ts';
import { List } from '../parts/widgets.tsx';

/** The stock of all clients, by SKU and warehouse. */
export const Stock = () => (
  <List<StockRow>
    id="stock"
    title="Stock"
    path="fc/stock?page_size=8"
    empty="There is no stock."
    search={{ label: 'Find stock by SKU or title', none: 'No SKU or title contains that text.' }}
  >
    {(rows) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to reach a scrollable part
      <section class="table" aria-label="Stock by SKU and warehouse" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">SKU</th>
              {['Stock', 'Ordered', 'Available'].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <StockLine key={`${row.client} ${row.warehouse_name} ${row.SKU}`} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    )}
  </List>
);

const StockLine = ({ row }: { readonly row: StockRow }) => (
  <tr>
    <th scope="row">
      {row.SKU}
      <small>
        {row.title}, {row.warehouse_name}, {row.client_name}
      </small>
    </th>
    <td class="number">{row.StockLevel}</td>
    <td class="number">{row.InOrderBook}</td>
    <td class={row.Available < 0 ? 'number short' : 'number'}>{row.Available}</td>
  </tr>
);
