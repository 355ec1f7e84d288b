import { useState } from 'preact/hooks';
import { counted } from '../../../text/words.ts';
import { pathTo, post, useAction, useNow } from '../parts/live.ts';
import { bySku, type Delivery, difference, openUnits, type PurchaseOrder } from '../parts/records.ts';
import { dayAndTime } from '../parts/times.ts';
import { Card, Field, Form, List } from '../parts/widgets.tsx';

/** Purchase orders with goods still to arrive. */
export const PurchaseOrders = () => (
  <List<PurchaseOrder>
    id="purchase-orders"
    title="Purchase orders to receive"
    path="fc/pos?status=OPEN&status=PARTIAL&page_size=20"
    empty="No purchase orders are expected."
    card={(order) => <PurchaseOrderCard key={order.lw_po_number} order={order} />}
  />
);

function PurchaseOrderCard({ order }: { readonly order: PurchaseOrder }) {
  const units = order.lines.reduce((sum, line) => sum + openUnits(line), 0);
  const due = dayAndTime(order.deliveryDate, useNow(order.updatedAt));
  return (
    <Card
      title={order.lw_po_number}
      tag={order.status === 'PARTIAL' && 'Partly delivered'}
      facts={[
        order.PO_REFERENCE,
        counted(units, 'unit'),
        counted(order.lines.length, 'line'),
        order.client_name,
        order.warehouse_name,
        due && `due ${due}`,
      ]}
      opens={{
        name: 'Receive',
        label: `Receive ${order.lw_po_number}`,
        form: (onClose) => <ReceiveForm key={order.updatedAt} order={order} onClose={onClose} />,
      }}
    />
  );
}

const countOf = (text: string): number | undefined =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

function ReceiveForm({ order, onClose }: { readonly order: PurchaseOrder; readonly onClose: () => void }) {
  const action = useAction();
  const lines = bySku(order.lines);
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map());
  const number = order.lw_po_number;
  const receive = (values: FormData): void => {
    const delivered = lines.map(({ SKU }, index) => ({
      SKU,
      delivered: countOf(String(values.get(`line-${index}`))),
    }));
    const wrong = delivered.find((line) => line.delivered === undefined);
    if (wrong !== undefined) {
      action.fail(`How many of ${wrong.SKU} arrived? Enter a whole number.`);
      return;
    }
    const complete = values.get('partial') === null;
    void action
      .act(
        () => post(pathTo('fc', 'pos', number, 'receive'), { lines: delivered, complete }),
        complete ? `${number} is received.` : `${number} is received in part; more will follow.`,
      )
      .then((worked) => void (worked && onClose()));
  };
  return (
    <Form label={`Receive ${number}`} action={action} submit="Receive" onSubmit={receive} onCancel={onClose}>
      {lines.map((line, index) => {
        const expected = openUnits(line);
        const count = countOf(counts.get(line.SKU) ?? String(expected));
        return (
          <Field
            key={line.SKU}
            label={`${line.SKU}: ${line.title}`}
            name={`line-${index}`}
            type="number"
            min={0}
            value={String(expected)}
            hint={[
              `${expected} expected`,
              line.delivered > 0 && `${line.delivered} of ${line.ordered} received before`,
              count !== undefined && difference(expected, count),
            ]
              .filter(Boolean)
              .join(', ')}
            onInput={(value) => setCounts((known) => new Map(known).set(line.SKU, value))}
          />
        );
      })}
      <p class="field check">
        <label>
          <input type="checkbox" name="partial" /> More will follow
        </label>
      </p>
    </Form>
  );
}

/** Legacy deliveries not received yet. Their stock already counts, from the time they were registered. */
export const Deliveries = () => (
  <List<Delivery>
    id="deliveries"
    title="Deliveries to receive"
    path="fc/inbound?status=pending&page_size=20"
    empty="No legacy deliveries are expected."
    card={(delivery) => (
      <DeliveryCard key={`${delivery.client} ${delivery.delivery_number}`} delivery={delivery} />
    )}
  />
);

function DeliveryCard({ delivery }: { readonly delivery: Delivery }) {
  const { client, delivery_number: number, items } = delivery;
  const units = items.reduce((sum, { Quantity }) => sum + Quantity, 0);
  const now = useNow(delivery.received_at);
  return (
    <Card
      title={number}
      facts={[
        delivery.external_delivery_number,
        counted(units, 'unit'),
        counted(items.length, 'line'),
        delivery.client_name,
        delivery.warehouse_name,
        `created ${dayAndTime(delivery.received_at, now)}`,
      ]}
      does={{
        name: 'Receive',
        label: `Receive ${number}`,
        path: pathTo('fc', 'inbound', number, 'receive'),
        body: { client },
        done: `${number} is received.`,
      }}
    />
  );
}
