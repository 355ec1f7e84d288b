import { useState } from 'preact/hooks';
import { skuBucketText } from '../../../contract/limits.ts';
import { counted } from '../../../text/words.ts';
import { pathTo, post, useAction, useList, useLive } from '../parts/live.ts';
import type { Slot } from '../parts/records.ts';
import { dayAndTime, fieldValue, fromField } from '../parts/times.ts';
import { Button, countText, Empty, Facts, Field, Form, Pager, Problem, Section } from '../parts/widgets.tsx';

/** Delivery slot requests that wait for the warehouse. */
export function Slots() {
  const { list, error, page, setPage } = useList<Slot>('fc/slots?status=pending_ops&page_size=20');
  return (
    <Section id="slots" title="Slots to answer" count={countText(list)} error={error}>
      {list?.data.length === 0 && <Empty>No slots are waiting for an answer.</Empty>}
      <ul class="cards">
        {list?.data.map((slot) => (
          <SlotCard key={slot.slotReference} slot={slot} />
        ))}
      </ul>
      <Pager of="slots" list={list} page={page} onPage={setPage} />
    </Section>
  );
}

function SlotCard({ slot }: { readonly slot: Slot }) {
  const { changes } = useLive();
  const now = changes?.now ?? slot.requestedTime;
  const confirmation = useAction();
  const [proposing, setProposing] = useState(false);
  const reference = slot.slotReference;
  const last = slot.proposals.at(-1);
  const load = [slot.deliveryType, slot.containerSize, slot.containerTruckNumber].filter(Boolean).join(' ');
  const asked = dayAndTime(slot.requestedTime, now);
  return (
    <li class="card">
      <div class="card-main">
        <h3>
          {asked} <small>{reference}</small>
        </h3>
        <Facts
          facts={[
            slot.client_name,
            slot.warehouse_name,
            load,
            slot.loadingType,
            slot.palletCount ? counted(slot.palletCount, 'pallet') : '',
            `${skuBucketText(slot.numberOfSkus)} SKUs`,
          ]}
        />
        {last !== undefined && (
          <p class="note">
            {last.proposedBy === 'ops' ? 'We proposed' : 'The client proposes'}{' '}
            {dayAndTime(last.proposedTime, now)}
            {last.comment ? `: ${last.comment}` : ''}
          </p>
        )}
      </div>
      <div class="buttons">
        <Button
          kind="primary"
          busy={confirmation.busy}
          label={`Confirm ${reference} for ${asked}`}
          onClick={() =>
            void confirmation.act(
              () => post(pathTo('fc', 'slots', reference, 'confirm')),
              `${reference} is confirmed for ${asked}.`,
            )
          }
        >
          Confirm
        </Button>
        <Button
          label={`Propose another time for ${reference}`}
          expanded={proposing}
          onClick={() => setProposing(!proposing)}
        >
          Another time
        </Button>
      </div>
      <Problem text={confirmation.error} />
      {proposing && <ProposalForm slot={slot} onClose={() => setProposing(false)} />}
    </li>
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
