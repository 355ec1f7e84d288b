/** English, which has every concept and every meaning. */
export const english = {
  header: {
    // Whose, or of what, the column is.
    delivery:
      'gift recipient, shipping code, delivery, deliver, deliver to, delivered to, shipped to, dispatched to, despatched to, ship, ship to, shipto, shipping, shipment, recipient, recipients, receiver, consignee, destination, post to, dispatch to, send to, addressee, delivery additional info, shipping additional info, dest, dlv, deliv, rcpt, shp',
    // Who gets a parcel, in whatever words of shipping.
    addressee: 'recipient, recipients, receiver, consignee, addressee',
    dispatch:
      'fulfilment status, fulfillment status, fulfillment state, delivery status, shipping status, shipment status, dispatch status, required ship, required dispatch, ship, shipping, shipment, dispatch, despatch, fulfilment, fulfillment, ship by, dispatch by, despatch by, post by, post by date, fulfil by, fulfill by, must ship by, dispatched by date, shipped by date, latest ship, latest shipping, latest dispatch, latest shipment, ship before, latest ship date, shipping deadline, ship by date, ships by, expected dispatch, time to ship',
    billing:
      'billing code, bill, bill to, billto, billing, invoice to, invoice address, invoice address line, payer, invoicing',
    buyer:
      'buyer, customer, customers, buyers, clients, backer name, client, purchaser, contact, retailer, user, member, account, end customer, consumer, guest, shopper, sold to, sell to',
    seller:
      'seller, vendor, shop, store, merchant, supplier, sender, ship from, shipper, from, return to, rto, our, origin, marketplace, business unit, account manager, salesperson, brand, manufacturer, sold by, remit to',
    order:
      'sales document, document, order, orders, increment id, sale, sales, purchase, purchase order, po, sales order, salesorder, transaction, sales record, invoice, request, booking',
    line: 'line total, row total, line amount, lineamount, line, lines, item, items, lineitem, line item, line items, lineitems, prod, product, products, article, order line, order lines, orderline, order item, orderitem, order items, position, goods, listing, offer',
    warehouse:
      'warehouse, ware house, warehouse name, fulfilment centre, fulfillment center, fulfillment location, fulfilment location, dispatch location, stock location, inventory location, warehouse location, depot, distribution centre, distribution center, wms code, wms sku, wms item, wms item code, 3pl sku, 3pl code, 3pl item code, warehouse item, warehouse item code, fulfilment sku, fulfillment sku, logistics sku, logistics code, 3pl item, 3pl id, 3pl product, wms product, wms product code',
    // People and places.
    name: 'gift recipient, backer name, name, names, person, full name, fullname, contact name, contactname, who, attention, attn, name line',
    first: 'first, first name, firstname, given name, forename, fname',
    last: 'last, last name, lastname, surname, family name, lname',
    company: 'comp, company, company name, organisation, organization, business name, business, firm',
    salutation: 'salutation, name prefix, honorific, prefix, suffix, gender',
    // Between first and last name.
    middle: 'middle name, middlename, middle initial, middle',
    street:
      'street and number, street and house number, street, street name, street address, road, address line, addressline, street line',
    address: 'address, addr, addresses, location address, invoice address, invoice address line',
    houseNumber:
      'house nr, street nr, house number, house no, house, street number, street no, building number',
    addition:
      'house number addition, house number extension, addition, extension, house number suffix, number addition, number suffix',
    extra:
      'additional, additional address, additional address information, additional field, extra, address extra, further address, gate code, door code, access code, entry code, care of, c o, unit number, po box, landmark, delivery additional info, shipping additional info, address additional info, name extension, name addition, additional name, buzzer, intercom, entryphone, entry phone, doorbell, door bell',
    apartment:
      'apartment, apt, flat, suite, apartment suite, door, room, unit no, unit number, apartment number',
    building: 'building, building name, block, house name, tower, estate',
    floor: 'floor, level, storey, staircase, entrance',
    suburb:
      'suburb, district, neighbourhood, neighborhood, locality, sublocality, quarter, ward, parish, dependent locality',
    town: 'town, city, post town, village, municipality, place',
    region:
      'region, county, province, state province, state county, zone, province name, prefecture, territory, state code, province code, state or province, state region',
    postcode:
      'shipping code, billing code, postcode, post code, postal code, postalcode, zip, zip code, zipcode, postal, zip postal code, eircode, pincode, pin code',
    country: 'cntry, country, country name, nation, country iso, country id',
    phone:
      'phone, phone number, telephone, tel, mobile, mobile phone, cell, cell phone, phone no, contact number, telephone number, mobile number',
    email: 'email, e mail, mail, email address, e mail address, emailaddress',
    // Orders and goods.
    number: 'number, no, num, nr, numbers',
    id: 'id, ids, key, identifier, uuid, guid, increment id, entity id, internal id',
    code: 'code',
    reference: 'reference, ref, ref no, references',
    // A word for a reference that shops of some languages use for the code of an article.
    itemReference: '',
    sku: 'material, material number, seller part number, seller part, sku, skus, stock code, stockcode, stock keeping unit, item code, itemcode, item sku, product sku, productsku, seller sku, custom label, internal reference, stock number, part number, part no, mpn, product code, productcode, product reference, article code, item ref, product ref, offer sku, variant sku, inventory item code, model, model number, contribution sku, merchant sku, partner sku, supplier sku, vendor sku, variation number, msku, m sku, offer seller id, wms code, wms sku, wms item, wms item code, 3pl sku, 3pl code, 3pl item code, warehouse item, warehouse item code, fulfilment sku, fulfillment sku, logistics sku, logistics code, 3pl item, 3pl id, 3pl product, wms product, wms product code',
    barcode: 'barcode, bar code, ean, gtin, upc, isbn, asin, ean code, ean13',
    title:
      'title, product title, item title, product name, item name, description, item description, product description, item, product, article, item desc, goods description, label, lineitem name, line item name, products, listing title, article name, sku name, offer title, line items label, lineitems label, line item label, item label, product label',
    variant:
      'variant, variants, variation, option, options, size, colour, color, variations, variation details, variant name, specification, modifiers, attributes, properties, composition, material, scent, flavour, flavor, fragrance, shade, finish, attribute, style, design, pattern, edition',
    quantity:
      'how many, items ordered, products ordered, qty each, quantity each, each qty, eaches, qty eaches, quantity, qty, quantities, units, unit count, pieces, pcs, count, number of items, no of items, line count, number of lines, no of lines, line item count, number of line items, number of products, number of articles, ordered quantity, quantity ordered, qty ordered, number of units, quantity purchased, item count, quant, num items, numitems, number items, no items, total items, total units, total lots',
    pack: 'pack, pack size, unit multiplier, units per pack, case size, per pack, multiplier, pack quantity, items per pack',
    parent:
      'parent, parent item, bundle parent, belongs to, kit parent, main item, main product, component, component of, is component, part of, child of, kit of, kit component, bundle component, bom level, kit level, set level',
    type: 'type, row type, transaction kind, class, record type',
    kind: 'kind, category, product category, item category, product group, product line, product range, product family, product collection, item collection',
    // Money. `otherPrice` is a price that is not the one paid; `unit` says that something is for one.
    price:
      'price, prices, full price, cost price, costprice, purchase price, rate, sold for, unit amount, selling price, sale price, sales price, each, apiece',
    unit: 'unit, each, per unit, per item, single, one, unitary, apiece, per piece, ea',
    total:
      'total, totals, subtotal, sub total, row total, line total, sum, gross total, net total, grand total, total items, total units, total lots, revenue, turnover, line amount, extended price, extended, lineamount',
    amount: 'amount, value, money, balance',
    currency: 'currency, currency code, cur, curr, ccy, order currency, currency iso',
    tax: 'tax, vat, gst, sales tax, tax rate, vat rate, taxes, duty, hst, pst',
    discount:
      'discount, discounts, coupon, promo, promotion, promotions, voucher, rebate, gift certificate, credit, store credit, gift card amount, discount code, price reduction, discounted, special, reduced',
    cost: 'cost, costs, fee, fees, charge, charges, commission, postage, handling, shipping price, deposit, tip, payout, insurance, cod amount, cod fee, cod charge, cod value, cod payble amount, cod payable amount, surcharge, margin, profit',
    otherPrice:
      'full price, original, list, rrp, msrp, wholesale, cost price, costprice, purchase price, compare at, retail, base, recommended, old, factory, estimated, average, lowest, reserve, buying, buy, trade, before, regular, exchange, shelf',
    minor: 'cents, pence, pennies, minor, minor units, subunits, cent',
    // Times.
    date: 'date, day, datetime, timestamp, on, at, date time, date and time',
    clock: 'order time, created time, time created, time, hour, time zone, timezone',
    created:
      'order time, created time, time created, create, creation, create time, creation time, created, placed, purchased, date added, date created, created at, created on, ordered, ordered on, order date, orderdate, order created, purchased on, purchased at, date placed, received, bought, added, sold on, order placed, entered, date ordered, submitted, sale date, checkout date, purchase date, po date, invoice date, invoicedate',
    due: 'required ship, required dispatch, dispatched by date, shipped by date, due, due date, latest, deadline, must ship by, ship by, dispatch by, despatch by, fulfil by, fulfill by, latest ship, latest shipping, latest dispatch, latest shipment, promise, promised, expires, not later than, ship before, send by, post by, post by date, sla, ship by date, shipping deadline, latest ship date, cancel by, required by, time expires, delivery by, delivery time expires',
    expected:
      'expected dispatch, expected, estimated, requested, planned, scheduled, est, eta, edd, preferred, desired, wanted, anticipated, expected delivery, delivery time, delivery window, release',
    notBefore:
      'next shipment, next ship, next shipping, next delivery, next dispatch, next order date, next renewal, ship after, dispatch after, despatch after, send after, ship not before, not before, do not ship before, do not dispatch before, earliest ship date, earliest dispatch date, release date, street date, available from, available on, send on, deliver after, delivery after, do not deliver before, ship window start, embargo, embargo until, wait until, delay until, delayed until, postpone to, postpone until, postponed to, postponed until',
    modified:
      'modified, updated, changed, last, update, export, printed, reported, reporting, downloaded, synced, last modified, last update, registered, confirmed, accepted, approved, viewed, read, picked, packed, invoiced, acknowledged, payout date, settled, posted, event, statement, ready for dispatch, ready to dispatch, ready for shipment, ready for shipping, ready to ship',
    // What has become of the order. `open` is what is still to be shipped.
    status:
      'status, substatus, sub status, order state, workflow, stage, fulfilment status, fulfillment status, fulfillment state, delivery status, shipping status, shipment status, dispatch status, progress, order status, custom status, step, situation, osname, order state name',
    state: 'state',
    payment:
      'payment, payments, financial, pay, checkout, pledged status, pledge status, payment status, transaction state, transactions state, transaction status, transactions status',
    method:
      'method, ship via, shipped via, shipping via, deliver via, send via, option, mode, service, service level, level of service, speed, tier, carrier service, shipping speed, class, means, gateway, provider type, plan, shipping method, delivery option, shipping class',
    shipped:
      'shipped, shipped to date, dispatched to date, delivered to date, sent to warehouse, sent to fulfilment, sent to fulfillment, sent to 3pl, dispatched, despatched, fulfilled, sent, delivered, completed, complete, posted, shipped out, outgoing items booked on, outgoing items, in transit, done, collected by courier, date sent, closed, is shipped, ship confirmed, handed over, fulfilled at, archived, is archived',
    // May say that an order has left, or only that somebody has seen it.
    done: 'processed, processed on, processed date, handled, actioned, exported, exported on, exported at, pod, proof of delivery, signed by, delivery note no, delivery note number, despatch note, dispatch note, delivery note id, goods issue',
    cancelled:
      'rejection, reason for rejection, cancelled by, canceled by, cancelled, canceled, cancellation, cancelation, cancel, voided, void, canceled qty, rejected, cancels, deleted, declined',
    refunded:
      'rma, rma number, rma no, refunded, refund, refunds, returned, return, returns, credited, refund quantity, chargeback, credit note, credit notes, credit memo',
    paid: 'paid, payment date, date paid, paid on, paid at, payment received, settled, cleared, paid up',
    open: 'ready for dispatch, ready to dispatch, ready for shipment, ready for shipping, ready to ship, pending fulfillment, pending fulfilment, to ship, to be shipped, unshipped, remaining, outstanding, open, left, to dispatch, to fulfil, to fulfill, to send, quantity to ship, unfulfilled, not shipped, due to ship, to deliver',
    ordered: 'ordered, requested quantity, purchased',
    handled:
      'invoiced, packed, picked, allocated, reserved, confirmed, acknowledged, pending, received, printed, billed',
    held: 'draft, is draft, draft order, delivery block, hold, held, on hold, parked, locked, blocked, fraud, fraudulent, dispute, disputed, claim, claim open, open claim, pre order, preorder, backorder, back order, backordered, back ordered, on backorder, test, test order, hold until, fraud hold, do not ship, dont ship, problem, issue, incident, hold reason, stop',
    collected:
      'collects, customer collects, pickup, pick up, collect, collected, collection, click and collect, click collect, collect in store, in store, store pickup, collection point, pickup location, service point, servicepoint, parcel shop, parcelshop, relay point, pick up point, locker, access point',
    requested: 'request, requested, intent, intent to cancel, requests',
    tracking:
      'tracking, t t, tracking number, tracking code, tracking no, tracking id, track and trace, track trace, track, waybill, airway bill, awb, consignment number, consignment, tracking numbers, tracking ref, parcel number, package number, shipment number, tracking link, tracking url, parcel ref, parcel reference, courier ref, courier reference, carrier ref, carrier reference, courier number, courier tracking',
    carrier:
      'carrier, carriers, courier, couriers, shipping provider, shipping carrier, logistics provider, carrier name, transporter, shipping provider name, shipping vendor',
    whoShips:
      'fulfilled by, fulfilment channel, fulfillment channel, fulfilment type, fulfillment type, fulfillment service, fulfilment service, fulfilment, fulfillment, shipped by, fulfillment entity, ships from, drop shipment, drop ship, dropship, dropshipped, fulfilment method, fulfillment method, is it a fulfillment order, fulfillment program, fulfilment program, fulfilled via, dispatched by, fulfillment by, fulfilment by',
    notGoods:
      'is physical, physical product, physical item, physical goods, shipping required, is shipping required, requires shipping, is virtual, virtual, digital, downloadable, gift card, is digital, shippable, needs shipping, is shipping, is postage, non physical, is gift card, is giftcard, is voucher, electronic delivery, no shipping required, no shipping, shipping not required, no delivery, download, e delivery',
    // Words for what no order needs, and words that say nothing.
    note: 'note, notes, comment, comments, remark, remarks, message, instructions, instruction, memo, gift message, delivery instructions, customer note, private notes, text, reason, additional info, additional checkout info, feedback, question, answer, request note',
    noise:
      'to date, so far, already, the, of, to, in, for, a, an, and, or, s, is, was, are, has, with, incl, including, excl, excluding, ex, inc, gross, net, local, gbp, eur, usd, full, main, primary, own, only, per, iso, this, your, data, information, info, detail, details, field, total of, default, new, formatted, as, required, optional, text, current, final, actual, base currency, presentment, effective, plain, all, if, any, not, purchased currency, it, if different',
    aside:
      'download permissions, download permissions granted, a c, customer a c, label printed, packing slip printed, invoice printed, pick list printed, vat invoice requested, invoice required, repeat customer, is business, company account, sms updates, gdpr consent, cookie consent, privacy, insured, free shipping, hazardous, dangerous goods, oversize, age restricted, leave safe, address verified, send receipt, sales unit, unit of measure, unit of measure code, uom, ship to party, sold to party, bill to party, weight, height, width, length, depth, volume, dimensions, image, photo, picture, url, link, ip, ip address, browser, device, language, locale, lang, username, user name, login, user id, account number, customer id, customer number, customer code, customer ref, buyer id, vat number, vat id, tax id, tax number, tax code, tax class, tax name, fax, website, gift, gift wrap, wrap, is gift, points, loyalty, campaign, source, medium, channel, sales channel, sales platform, platform, site, app, tag, tags, segment, risk, risk level, risk score, score, ratings, rating, review, reviews, birthday, age, priority, prime, is prime, business order, is business order, b2b, bin, bin location, location code, shelf location, location, rack, zone code, label url, packing slip, packing slip url, label, shipping label, invoice url, account code, exchange rate, project, department, cost centre, cost center, batch, lot, serial, serial number, hs code, tariff, commodity, commodity code, origin country, country of origin, harmonised, customs, listing id, listing type, variant id, variation id, category id, parent category, order item id, orderitemid, order item no, order line id, line id, line item id, line no, line number, orderline id, sub order id, sub order number, item transaction id, offer id, do not contact, do not call, do not email, item link, product link, store id, store name, store key, store code, shop name, shop id, website id, website name, company id, session, affiliate, referrer, referral, utm, attribution, days, days past promise, sort, position id, row, row id, serial no, invoice status, details, opc, tcin, external order, seller order no, line sequence, flids, stock, inventory, available, in stock, inventory at po time, warranty, condition, grade, user agent, transactions, transaction id, payment id, payment reference, payment ref, authorisation, authorization, card, card type, bank, iban, terms, payment terms, sent to, is new, first order, new customer, attachments, event, event name, event type, event id, routing, ship node, node, original product, registered, project code, terminal, cashier, staff, manager, agent, rep, employee, owner, created by, updated by, modified by, approved by, packed by, picked by, cancel by, invoice sent, confirmation sent, receipt sent, credit card, taxable, tax exempt, installments, replacement order, replacement, b 2 b order, free trial, is residential, residential flag, marketing, newsletter, subscribed, opt in, gift receipt, gift option, returning customer, vip, is guest, fragile, hazmat, signature required, signature, requires signature, saturday delivery, allow partial, allow partial shipment, allow partial shipments, allow partial delivery, partial shipment allowed, partial shipments allowed, partial delivery allowed, urgent, rush, express, subscription, recurring, terms accepted, marketing consent, consent, adult, best before, best before date, bbe, bbd, expiry, expiry date, signature confirmation, signature confirmation recommended, accepts marketing, residential, review left, reviewed, rated, sms sent, sms, vat registered, guest checkout, customer group, customer group id, sms opt in, zip 4, zip plus 4, plus 4, return customer, return label, return policy, returns policy, return window, cancel link, cancellation policy, returns accepted, return accepted, free returns, can be cancelled until, can be returned until, returns eligible until, backorder policy, gift card used, household, household size, anniversary, carbon offset, charity donation, customer since, eori, eori number, gclid, fbclid, instagram, instagram handle, landing page, nickname, p s, recycled box, sales person, salesperson, school, club, season, survey, are you over, over 18, age verified, autorenew, auto renew, mailing list, can we add you to our mailing list, first time buyer, gift wrap requested, gift wrapping, would you like gift wrapping, invoice requested, receipt requested, is renewal, renewal, plastic free, reversed tax applied, shipping protection, signed for, membership, deemed supplier, is marketplace deemed supplier, inclusive tax, is inclusive tax, referer, accept marketing, checkout form newsletter, pricelist, price list, catalogue, leaflet, flyer',
    personal:
      'personalisation, personalization, personalised, personalized, personalise, personalize, customisation, customization, custom text, custom name, engraving, engraved, engrave, engraving text, monogram, monogramming, inscription, embroidery, embroidered, imprint, print text, text to print, name to print, name on product, name on item, name on shirt, lettering, etching, customised, customized, custom message, custom design, your text, print name, text on product, text on item',
    further:
      'add on, add ons, addon, addons, add on item, add on product, free goods, free good, free item, free product, free gift, freebie, freebies, bonus, bonus item, bonus product, second item, second product, extra item, extra items, extra product, extra products, extra goods, extras, additional item, additional items, additional product, additional products, further item, further items, gift item, gift product, complimentary, complimentary item, giveaway, sample, samples, free sample, order bump, upsell, also send, also include, accessory, accessories, promo item, promo product, promotional item, other items, other products',
  },
  values: {
    send: 'cash on delivery, cod, prepaid, ready for handling, in process, processing, paid, new, open, opened, unfulfilled, ready, ready to ship, to ship, toship, to be shipped, to dispatch, to be dispatched, awaiting shipment, awaiting dispatch, awaiting despatch, awaiting fulfillment, awaiting fulfilment, confirmed, accepted, approved, authorized, authorised, authorised payment, in progress, order received, payment received, payment accepted, remote payment accepted, processing in progress, acknowledged, sales order, to invoice, invoiced, fully invoiced, nothing to invoice, need to be sent, processing awaiting shipment, pick, picking, packing, unshipped, not fulfilled, not sent, not shipped, not yet shipped, not delivered, not dispatched, not despatched, to deliver, awaiting processing, captured, settled, succeeded, cleared, paid in full, fully paid, invoice, sales invoice, normal, released for shipment, released, acknowledged by seller, accept, order, sale, sales, purchase, payment, standard, regular, online, shipment, ship, delivery, active, ordered, placed, submitted, product, physical, item, line item, simple, configurable, goods, article, merchandise, variation, pending fulfillment, pending fulfilment, pending shipment, processable, ready to dispatch, to fulfil, to fulfill, preparing, preparation, in preparation, success, charge, web, charged, not started, unprocessed, not processed, not yet processed, to be processed, to process, ready for processing, ready to process, order placed, ready to pick, ready for picking, to pick, to be picked, awaiting picking, released to warehouse, release to warehouse, ready to pack, to be packed, awaiting packing, in picking',
    cancelled:
      'cancelled, canceled, voided, cancel, void, failed, declined, denied, trash, deleted, will not deliver, cancelled by customer, cancelled by buyer, cancelled by seller, cancelled by partner, cancelled by merchant, cancelled by system, canceled by buyer, cancellation, reversal, abandoned, auto cancelled, cxl, canc, cancel order, please cancel, order cancelled, customer cancelled, buyer cancelled, remove, removed, delete',
    refunded:
      'refunded, returned, fully refunded, return, refund, chargeback, reversed, credit note, sales credit note, credit memo, credit, return in progress, refund issued, return received, refunds, returns, credited',
    'partly-refunded': 'partially refunded, partly refunded, partial refund, partially returned',
    fulfilled:
      'partial shipped, updated tracking, fulfilled, shipped, dispatched, despatched, completed, complete, closed, delivered, sent, done, completed shipped, completed picked up, partially shipped, partly shipped, partially dispatched, partially fulfilled, fully delivered, partially delivered, partial, in transit, out for delivery, posted, archived, fully shipped, all shipped, part shipped, fully fulfilled, shipped out, collected by courier',
    unpaid:
      'partial payment, unpaid, not paid, pending, pending payment, awaiting payment, waiting for payment, payment pending, overdue, expired, partially paid, partly paid, incomplete, payment error, awaiting check payment, awaiting cheque payment, awaiting bank wire payment, quotation, quotation sent, quote, processing awaiting payment, draft, checkout-draft, due, outstanding, awaiting payment confirmation, unpaid order',
    'on-hold':
      'awaiting acceptance, incident open, incident, on hold, hold, held, parked, locked, rejected, paused, suspended, skipped, backorder, backordered, back order, fraud, suspected fraud, manual review, payment review, investigate, disputed, dispute, pre-order, preorder, test, blocked, problem, waiting for stock, out of stock, awaiting stock, onhold, do not ship, do not send, do not dispatch, do not despatch, dont ship, dont send, don t ship, don t send, hold order, error, errored, sandbox',
    pickup:
      'free collection, will call, ready pickup, picked up, pickup, pick up, local pickup, collection, click & collect, click and collect, collect in store, ready for collection, ready for pickup, awaiting pickup, awaiting collection, processing awaiting pickup, processing ready for pickup, in store, collect from store, store pickup, collected, collect, exw, ex works, pick up in store, in person, pos, customer collection',
    'not-goods':
      'shipping, shipping fee, shipping cost, shipping costs, postage, discount, coupon, voucher, gift card, gift certificate, gift voucher, giftcard, tip, fee, surcharge, tax, service, download, downloadable, virtual, digital, billing, handling, delivery fee, delivery charge, payment fee, donation, insurance, warranty, rounding, subscription fee, e-gift card, deposit, shipping charge, delivery charges',
    condition:
      'used, like new, used like new, used very good, used good, used acceptable, very good, good, acceptable, refurbished, reconditioned, pre owned, second hand, brand new',
    set: 'bundle, kit, set, parent, parent item, parent product, grouped, composite, assembly, package, bundle product',
  },
};
