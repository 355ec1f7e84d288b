import { useList } from '../parts/live.ts';
import type { Stock as StockRow } from '../parts/records.ts';
import { Empty, Pager, Search, Section } from '../parts/widgets.tsx';

/** The stock of all clients, by SKU and warehouse. */
export function Stock() {
  const { list, error, page, setPage, search, find } = useList<StockRow>('fc/stock?page_size=8');
  return (
    <Section
      id="stock"
      title="Stock"
      error={error}
      tools={<Search label="Find stock by SKU or title" onSearch={find} />}
    >
      {list?.data.length === 0 ? (
        <Empty>{search === '' ? 'There is no stock.' : 'No SKU or title contains that text.'}</Empty>
      ) : (
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
              {list?.data.map((row) => (
                <StockLine key={`${row.client} ${row.warehouse_name} ${row.SKU}`} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Pager of="stock" list={list} page={page} onPage={setPage} />
    </Section>
  );
}

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
