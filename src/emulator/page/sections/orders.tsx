import { useState } from 'preact/hooks';
import { pathTo, post, useAction, useList, useLive } from '../parts/live.ts';
import type { Order } from '../parts/records.ts';
import { dayAndTime } from '../parts/times.ts';
import { Button, countText, Empty, Facts, Field, Form, Pager, Search, Section } from '../parts/widgets.tsx';

const shownLines = 3;

/** Orders not shipped yet, newest first. */
export function Orders() {
  const { list, error, page, setPage, search, find } = useList<Order>(
    'fc/orders?status=Pending&status=Processing&page_size=6',
  );
  return (
    <Section
      id="orders"
      title="Orders to dispatch"
      count={countText(list)}
      error={error}
      tools={<Search label="Find orders by reference" onSearch={find} />}
    >
      {list?.data.length === 0 && (
        <Empty>
          {search === '' ? 'All orders have been dispatched.' : 'No open order has that reference.'}
        </Empty>
      )}
      <ul class="cards">
        {list?.data.map((order) => (
          <OrderCard key={`${order.client} ${order.ReferenceNumber} ${order.ShipFrom}`} order={order} />
        ))}
      </ul>
      <Pager of="orders" list={list} page={page} onPage={setPage} />
    </Section>
  );
}

const linesText = ({ OrderItems }: Order): string => {
  const lines = OrderItems.slice(0, shownLines).map(({ Qty, SKU }) => `${Qty} × ${SKU}`);
  const rest = OrderItems.length - lines.length;
  return [...lines, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
};

/** Identifies the order where several share a reference. */
const identityOf = ({ client, ShipFrom }: Order) => ({ client, ...(ShipFrom === null ? {} : { ShipFrom }) });

function OrderCard({ order }: { readonly order: Order }) {
  const { changes } = useLive();
  const now = changes?.now ?? order.DispatchBy ?? '';
  const [dispatching, setDispatching] = useState(false);
  const reference = order.ReferenceNumber;
  const due = dayAndTime(order.DispatchBy, now);
  return (
    <li class="card">
      <div class="card-main">
        <h3>
          {reference} {order.Status !== 'Pending' && <span class="tag">{order.Status}</span>}
        </h3>
        <Facts
          facts={[
            linesText(order),
            order.ChannelBuyerName && `for ${order.ChannelBuyerName}`,
            order.client_name,
            order.ShipFrom === null ? order.warehouse_name : 'Marketplace order',
            due && `by ${due}`,
          ]}
        />
      </div>
      <div class="buttons">
        <Button
          kind="primary"
          label={`Dispatch ${reference} of ${order.client_name}`}
          expanded={dispatching}
          onClick={() => setDispatching(!dispatching)}
        >
          Dispatch
        </Button>
      </div>
      {dispatching && <DispatchForm order={order} onClose={() => setDispatching(false)} />}
    </li>
  );
}

function DispatchForm({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const action = useAction();
  const reference = order.ReferenceNumber;
  const dispatch = (values: FormData): void => {
    const given = ['ShippingVendor', 'TrackingNumber']
      .map((name) => [name, String(values.get(name)).trim()] as const)
      .filter(([, text]) => text !== '');
    void action.act(
      () =>
        post(pathTo('fc', 'orders', reference, 'dispatch'), {
          ...identityOf(order),
          ...Object.fromEntries(given),
        }),
      `${reference} is dispatched.`,
    );
  };
  return (
    <Form
      label={`Dispatch ${reference}`}
      action={action}
      submit="Dispatch now"
      onSubmit={dispatch}
      onCancel={onClose}
    >
      <Field label="Carrier" name="ShippingVendor" placeholder="Emulated Carrier" />
      <Field label="Tracking number" name="TrackingNumber" placeholder="generated if left empty" />
    </Form>
  );
}
