import { pathTo, post, useAction, useNow } from '../parts/live.ts';
import type { Order } from '../parts/records.ts';
import { dayAndTime } from '../parts/times.ts';
import { Card, Field, Form, List } from '../parts/widgets.tsx';

const shownLines = 3;

/** Orders not shipped yet, newest first. */
export const Orders = () => (
  <List<Order>
    id="orders"
    title="Orders to dispatch"
    path="fc/orders?status=Pending&status=Processing&page_size=6"
    empty="All orders have been dispatched."
    search={{ label: 'Find orders by reference', none: 'No open order has that reference.' }}
    card={(order) => (
      <OrderCard key={`${order.client} ${order.ReferenceNumber} ${order.ShipFrom}`} order={order} />
    )}
  />
);

const linesText = ({ OrderItems }: Order): string => {
  const lines = OrderItems.slice(0, shownLines).map(({ Qty, SKU }) => `${Qty} × ${SKU}`);
  const rest = OrderItems.length - lines.length;
  return [...lines, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
};

/** Identifies the order where several share a reference. */
const identityOf = ({ client, ShipFrom }: Order) => ({ client, ...(ShipFrom === null ? {} : { ShipFrom }) });

function OrderCard({ order }: { readonly order: Order }) {
  const due = dayAndTime(order.DispatchBy, useNow(order.DispatchBy ?? ''));
  const reference = order.ReferenceNumber;
  return (
    <Card
      title={reference}
      tag={order.Status !== 'Pending' && order.Status}
      facts={[
        linesText(order),
        order.ChannelBuyerName && `for ${order.ChannelBuyerName}`,
        order.client_name,
        order.ShipFrom === null ? order.warehouse_name : 'Marketplace order',
        due && `by ${due}`,
      ]}
      opens={{
        name: 'Dispatch',
        label: `Dispatch ${reference} of ${order.client_name}`,
        form: (onClose) => <DispatchForm order={order} onClose={onClose} />,
      }}
    />
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
