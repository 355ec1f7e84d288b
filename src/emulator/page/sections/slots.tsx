import { skuBucketText } from '../../../contract/limits.ts';
import { counted } from '../../../text/words.ts';
import { pathTo, post, useAction, useNow } from '../parts/live.ts';
import type { Slot } from '../parts/records.ts';
import { dayAndTime, fieldValue, fromField } from '../parts/times.ts';
import { Card, Field, Form, List } from '../parts/widgets.tsx';

/** Delivery slot requests that wait for the warehouse. */
export const Slots = () => (
  <List<Slot>
    id="slots"
    title="Slots to answer"
    path="fc/slots?status=pending_ops&page_size=20"
    empty="No slots are waiting for an answer."
    card={(slot) => <SlotCard key={slot.slotReference} slot={slot} />}
  />
);

function SlotCard({ slot }: { readonly slot: Slot }) {
  const now = useNow(slot.requestedTime);
  const reference = slot.slotReference;
  const last = slot.proposals.at(-1);
  const who = last?.proposedBy === 'ops' ? 'We proposed' : 'The client proposes';
  const offer = `${who} ${dayAndTime(last?.proposedTime, now)}`;
  const load = [slot.deliveryType, slot.containerSize, slot.containerTruckNumber].filter(Boolean).join(' ');
  const asked = dayAndTime(slot.requestedTime, now);
  return (
    <Card
      title={asked}
      reference={reference}
      facts={[
        slot.client_name,
        slot.warehouse_name,
        load,
        slot.loadingType,
        slot.palletCount ? counted(slot.palletCount, 'pallet') : '',
        `${skuBucketText(slot.numberOfSkus)} SKUs`,
      ]}
      note={last && [offer, last.comment].filter(Boolean).join(': ')}
      does={{
        name: 'Confirm',
        label: `Confirm ${reference} for ${asked}`,
        path: pathTo('fc', 'slots', reference, 'confirm'),
        done: `${reference} is confirmed for ${asked}.`,
      }}
      opens={{
        name: 'Another time',
        label: `Propose another time for ${reference}`,
        form: (onClose) => <ProposalForm slot={slot} onClose={onClose} />,
      }}
    />
  );
}

function ProposalForm({ slot, onClose }: { readonly slot: Slot; readonly onClose: () => void }) {
  const action = useAction();
  const reference = slot.slotReference;
  const propose = (values: FormData): void => {
    const time = fromField(String(values.get('time')));
    if ('problem' in time) {
      action.fail(time.problem);
      return;
    }
    const comment = String(values.get('comment')).trim();
    const body = { proposedTime: time.iso, ...(comment === '' ? {} : { comment }) };
    void action.act(
      () => post(pathTo('fc', 'slots', reference, 'counter'), body),
      `Another time has been proposed for ${reference}.`,
    );
  };
  return (
    <Form
      label={`Propose another time for ${reference}`}
      action={action}
      submit="Propose"
      onSubmit={propose}
      onCancel={onClose}
    >
      <Field
        label="Time, United Kingdom"
        name="time"
        type="datetime-local"
        value={fieldValue(slot.requestedTime)}
      />
      <Field label="Comment" name="comment" placeholder="optional" />
    </Form>
  );
}
