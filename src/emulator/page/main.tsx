import { render } from 'preact';
import { Clock } from './clock.tsx';
import { LiveContext, usePolling } from './parts/live.ts';
import { Deliveries } from './sections/deliveries.tsx';
import { Faults } from './sections/faults.tsx';
import { Orders } from './sections/orders.tsx';
import { PurchaseOrders } from './sections/purchase-orders.tsx';
import { Requests } from './sections/requests.tsx';
import { Slots } from './sections/slots.tsx';
import { Stock } from './sections/stock.tsx';

const links = [
  ['slots', 'Slots'],
  ['orders', 'Orders'],
  ['purchase-orders', 'Purchase orders'],
  ['deliveries', 'Deliveries'],
  ['stock', 'Stock'],
  ['faults', 'Faults'],
  ['requests', 'Requests'],
] as const;

/** The page on which a person plays the warehouse. */
export function App() {
  const live = usePolling();
  return (
    <LiveContext.Provider value={live}>
      <header class="top">
        <div class="title">
          <h1>Warehouse</h1>
          <p class={live.lost ? 'live lost' : 'live'} role="status">
            {live.lost
              ? 'The emulator is not responding'
              : live.changes === undefined
                ? 'Connecting'
                : 'Live'}
          </p>
        </div>
        <Clock />
        <nav aria-label="Parts of this page">
          {links.map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <div class="work">
          <Slots />
          <Orders />
          <PurchaseOrders />
          <Deliveries />
          <Stock />
        </div>
        <div class="watch">
          <Faults />
          <Requests />
        </div>
      </main>
      <p class={live.announcement === '' ? 'announcement none' : 'announcement'} role="status">
        {live.announcement}
      </p>
    </LiveContext.Provider>
  );
}

render(<App />, document.body);
