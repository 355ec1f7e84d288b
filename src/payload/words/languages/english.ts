import type { Words } from './words.ts';

export const english: Words = {
  values: {
    ship: `paid | fully paid | paid in full | already paid | prepaid | payment received | payment accepted | payment captured | payment authorised |
      payment authorized | authorised | authorized | cash on delivery | cod | unfulfilled | unshipped | not fulfilled | not yet fulfilled |
      not shipped | not yet shipped | not dispatched | not yet dispatched | to ship | to be shipped | to dispatch | to be dispatched | to fulfil |
      to fulfill | to be fulfilled | ready to ship | ready for shipping | ready for shipment | ready to dispatch | ready for dispatch |
      ready to fulfil | ready to fulfill | ready to pick | ready for picking | awaiting shipment | awaiting shipping | awaiting dispatch |
      awaiting despatch | awaiting fulfilment | awaiting fulfillment | awaiting picking | awaiting packing | pending shipment | pending dispatch |
      pending fulfilment | pending fulfillment | released for shipment | paid and unfulfilled | paid awaiting shipment`,
    cancelled: `cancelled | canceled | cancelled by customer | cancelled by buyer | cancelled by seller | cancelled by merchant |
      cancelled by system | canceled by customer | canceled by buyer | canceled by seller | canceled by merchant | canceled by system |
      auto cancelled | auto canceled | order cancelled | order canceled | fully cancelled | fully canceled | voided | void | annulled`,
    refunded: `refunded | fully refunded | refund | refund issued | refund completed | order refunded | payment refunded | returned | fully returned |
      returned to sender | charged back | chargeback`,
    'partly-refunded': `partially refunded | partly refunded | part refunded | partial refund | partially returned | partly returned`,
    fulfilled: `fulfilled | shipped | dispatched | despatched | delivered | fully fulfilled | fully shipped | fully dispatched | fully delivered |
      completely shipped | all shipped | already shipped | shipped out | order shipped | order dispatched | order delivered | in transit |
      out for delivery | handed to carrier | handed over to carrier`,
    unpaid: `unpaid | not paid | not yet paid | awaiting payment | waiting for payment | pending payment | payment pending | payment due |
      payment outstanding | payment overdue | payment failed | payment declined | payment error | payment expired | partially paid | partly paid |
      part paid | partial payment | awaiting bank transfer | awaiting cheque payment | awaiting check payment | awaiting payment confirmation |
      unpaid order`,
    'on-hold': `on hold | put on hold | payment hold | fraud | suspected fraud | fraud hold | fraud suspected | do not ship | do not send |
      do not dispatch | do not despatch | do not fulfil | do not fulfill | don't ship | don't send | cancellation requested | cancel requested |
      cancel request | cancellation pending | pending cancellation | buyer requested cancellation | return requested | refund requested | parked |
      backordered | on backorder | awaiting stock | waiting for stock`,
    pickup: `click and collect | click & collect | collect in store | collect from store | collection in store | collect in person |
      customer collection | customer collects | local pickup | store pickup | in store pickup | pickup in store | collected by customer |
      collected by buyer | picked up by customer | ready for collection`,
    'not-goods': `no shipping required | shipping not required | digital download | digital product | downloadable product`,
  },
  stems: `status | state | stage | paid | unpaid | cancel | void | refund | return | rma | chargeback | reject |
    declined | ship | unship | dispatch | despatch | deliver | undeliver | fulfil | unfulfil | sent | collect | pickup | service point | parcel shop | picked | packed | printed | in store | not before | earliest | embargo | hold |
    held | parked | block | lock | suspend | fraud | dispute | claim | release | type | kind | draft | test | backorder | preorder | archive |
    delete | complet | closed | done | processed | skip | approv | confirm | accepted | pending | received | pick up | back order | pre order |
    tracking | track trace | track and trace | waybill | consignment | parcel number`,
  forms: `cancel | cancelling | cancellation | refunding | return | returns | undelivered | sent | received | collected | collect | collects | pickup | picked up |
    fulfilled by | fulfilment by | hold until | hold for | hold back | please hold | blocked | released | awaiting | pending | backorder | completed | approved | rejected |
    declined | failed | expired | do not deliver | don't dispatch | don't deliver | pick up | paid | fraud | being processed | in process`,
  stopping: `cancel | refund | hold | held | money back | chargeback | not ship | not send | not dispatch | not despatch | not deliver | not fulfil |
    not post | void | don't ship | don't send | don't dispatch | don't despatch | don't deliver | don't fulfil | don't post | wait with | wait until |
    wait for | return to sender | no longer want | changed mind | delay | stop the | stop this | stop order | stop shipment`,
  notes: {
    words: `note | notes | comment | comments | message | messages | remark | remarks | memo | instruction | instructions`,
    whose: `order | customer | customers | client | buyer | seller | merchant | shop | shopper | recipient | gift | delivery | shipping | dispatch |
      special | internal | private | staff | employee | warehouse | public | admin | packing | additional | checkout | item | line item | from buyer | from customer |
      from seller | to buyer | to seller | to customer`,
    names: `customer order notes | order customer note | order comment from customer | gift card message | gift note text | special requests |
      customer requests | delivery instructions note | buyer checkout message | buyer note to seller | customer provided note | my item note |
      my item notes | paypal notes | notes to yourself | notes from buyer | notes to buyer | fulfillment notes | fulfilment notes | leave safe note |
      customer order comments | gift option message`,
  },
  yes: 'yes | y | true | t | 1 | on | x | ✓ | ✔ | ☑',
  no: 'no | n | false | f | 0 | off | - | – | — | ✗ | ✘',
  none: 'none | nil | null | n/a | nan | not applicable | not set | never | nothing | empty | undefined',
  totals: `total | totals | sum | subtotal | grand total | total amount | order total | overall total | page total | report total | total orders |
    all orders | net total | gross total | balance`,
  charges: `shipping | shipping cost | shipping fee | shipping charge | delivery | delivery charge | postage | postage and packing | carriage | freight | handling | handling fee | discount | voucher | coupon | gift card | gift voucher | tip | surcharge | payment fee | insurance`,
};
