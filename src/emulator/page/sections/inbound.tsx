import { useState } from 'preact/hooks';
import { counted } from '../../../text/words.ts';
import { pathTo, post, useAction, useList, useLive } from '../parts/live.ts';
import { bySku, type Delivery, difference, openUnits, type PurchaseOrder } from '../parts/records.ts';
import { dayAndTime } from '../parts/times.ts';
import { Button, countText, Empty, Facts, Field, Form, Pager, Problem, Section } from '../parts/widgets.tsx';

/** Purchase orders with goods still to arrive. */
export function PurchaseOrders() {
  const { list, error, page, setPage } = useList<PurchaseOrder>(
    'fc/pos?status=OPEN&status=PARTIAL&page_size=20',
  );
  return (
    <Section id="purchase-orders" title="Purchase orders to receive" count={countText(list)} error={error}>
      {list?.data.length === 0 && <Empty>No purchase orders are expected.</Empty>}
      <ul class="cards">
        {list?.data.map((order) => (
          <PurchaseOrderCard key={order.lw_po_number} order={order} />
        ))}
      </ul>
      <Pager of="purchase orders" list={list} page={page} onPage={setPage} />
    </Section>
  );
}

function PurchaseOrderCard({ order }: { readonly order: PurchaseOrder }) {
  const { changes } = useLive();
  const [receiving, setReceiving] = useState(false);
  const units = order.lines.reduce((sum, line) => sum + openUnits(line), 0);
  const due = dayAndTime(order.deliveryDate, changes?.now ?? order.updatedAt);
  return (
    <li class="card">
      <div class="card-main">
        <h3>
          {order.lw_po_number} {order.status === 'PARTIAL' && <span class="tag">Partly delivered</span>}
        </h3>
        <Facts
          facts={[
            order.PO_REFERENCE,
            counted(units, 'unit'),
            counted(order.lines.length, 'line'),
            order.client_name,
            order.warehouse_name,
            due && `due ${due}`,
          ]}
        />
      </div>
      <div class="buttons">
        <Button
          kind="primary"
          label={`Receive ${order.lw_po_number}`}
          expanded={receiving}
          onClick={() => setReceiving(!receiving)}
        >
          Receive
        </Button>
      </div>
      {receiving && <ReceiveForm key={order.updatedAt} order={order} onClose={() => setReceiving(false)} />}
    </li>
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
export function Deliveries() {
  const { list, error, page, setPage } = useList<Delivery>('fc/inbound?status=pending&page_size=20');
  return (
    <Section id="deliveries" title="Deliveries to receive" count={countText(list)} error={error}>
      {list?.data.length === 0 && <Empty>No legacy deliveries are expected.</Empty>}
      <ul class="cards">
        {list?.data.map((delivery) => (
          <DeliveryCard key={`${delivery.client} ${delivery.delivery_number}`} delivery={delivery} />
        ))}
      </ul>
      <Pager of="deliveries" list={list} page={page} onPage={setPage} />
    </Section>
  );
}

function DeliveryCard({ delivery }: { readonly delivery: Delivery }) {
  const { changes } = useLive();
  const action = useAction();
  const { client, delivery_number: number, items } = delivery;
  const units = items.reduce((sum, { Quantity }) => sum + Quantity, 0);
  return (
    <li class="card">
      <div class="card-main">
        <h3>{number}</h3>
        <Facts
          facts={[
            delivery.external_delivery_number,
            counted(units, 'unit'),
            counted(items.length, 'line'),
            delivery.client_name,
            delivery.warehouse_name,
            `created ${dayAndTime(delivery.received_at, changes?.now ?? delivery.received_at)}`,
          ]}
        />
      </div>
      <div class="buttons">
        <Button
          kind="primary"
          busy={action.busy}
          label={`Receive ${number}`}
          onClick={() =>
            void action.act(
              () => post(pathTo('fc', 'inbound', number, 'receive'), { client }),
              `${number} is received.`,
            )
          }
        >
          Receive
        </Button>
      </div>
      <Problem text={action.error} />
    </li>
  );
}
