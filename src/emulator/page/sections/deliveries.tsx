import { useState } from 'preact/hooks';
import { counted } from '../../../text/words.ts';
import { pathTo, post, useAction, useList, useLive } from '../parts/live.ts';
import type { Delivery } from '../parts/records.ts';
import { dayAndTime } from '../parts/times.ts';
import { Button, countText, Empty, Facts, Pager, Problem, Section } from '../parts/widgets.tsx';

/** Legacy deliveries not received yet. Their stock already counts, from the time they were registered. */
export function Deliveries() {
  const [page, setPage] = useState(1);
  const { list, error } = useList<Delivery>(`fc/inbound?status=pending&page_size=20&page=${page}`);
  const hasMore = list?.pagination.has_more ?? false;
  return (
    <Section id="deliveries" title="Deliveries to receive" count={countText(list)} error={error}>
      {list?.data.length === 0 && <Empty>No legacy deliveries are expected.</Empty>}
      <ul class="cards">
        {list?.data.map((delivery) => (
          <DeliveryCard key={`${delivery.client} ${delivery.delivery_number}`} delivery={delivery} />
        ))}
      </ul>
      <Pager of="deliveries" page={page} hasMore={hasMore} onPage={setPage} />
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
