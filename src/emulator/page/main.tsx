import { render } from 'preact';
import { LiveContext, post, useAction, useLive, usePolling } from './parts/live.ts';
import { shown } from './parts/times.ts';
import { Button, Problem } from './parts/widgets.tsx';
import { Faults } from './sections/faults.tsx';
import { Deliveries, PurchaseOrders } from './sections/inbound.tsx';
import { Orders } from './sections/orders.tsx';
import { Requests } from './sections/requests.tsx';
import { Slots } from './sections/slots.tsx';
import { Stock } from './sections/stock.tsx';

const steps = [
  { duration: '30m', name: '+30 min', said: '30 minutes' },
  { duration: '1h', name: '+1 h', said: '1 hour' },
  { duration: '1d', name: '+1 day', said: '1 day' },
];

/** The emulator's clock in UK time, with the controls that move it. */
export function Clock() {
  const { changes } = useLive();
  const action = useAction();
  if (changes === undefined) return null;
  const { day, clock } = shown(changes.now);
  const frozen = changes.mode === 'frozen';
  const advance = (duration: string, said: string): void =>
    void action.act(() => post('clock', { advance: duration }), `The clock moved forward by ${said}.`);
  const toggle = (): void =>
    void action.act(
      () => post('clock', frozen ? { resume: true } : { freeze: true }),
      frozen ? 'The clock is running.' : 'The clock is frozen.',
    );
  return (
    <section class="clock" aria-label="Clock">
      <time dateTime={changes.now}>
        <strong>{clock}</strong> {day}{' '}
        <span class={frozen ? 'tag frozen' : 'tag'}>{frozen ? 'frozen' : 'running'}</span>
      </time>
      <div class="buttons">
        {steps.map(({ duration, name, said }) => (
          <Button
            key={duration}
            label={`Advance the clock by ${name}`}
            busy={action.busy}
            onClick={() => advance(duration, said)}
          >
            {name}
          </Button>
        ))}
        <Button busy={action.busy} onClick={toggle}>
          {frozen ? 'Resume' : 'Freeze'}
        </Button>
      </div>
      <Problem text={action.error} />
    </section>
  );
}

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
