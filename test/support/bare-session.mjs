// A client of the service that shares nothing with this project: only Node's HTTP and the specification. Plays a session
// with every endpoint and returns the answers, without anything that depends on the time.
import { request } from 'node:http';

const headersKept = ['allow', 'content-type', 'location', 'retry-after', 'www-authenticate'];

/** One request; resolves to status, headers and text. */
function send(origin, method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const call = request(origin + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Names and types of a body; states with their values, because clients act on them. */
function shapeOf(value, name = '') {
  if (Array.isArray(value)) return value.map((each) => shapeOf(each, name));
  if (typeof value === 'string') {
    if (/status/i.test(name)) return value;
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return 'time in UTC';
    return /^\d{4}-\d\d-\d\dT/.test(value) ? 'time' : 'string';
  }
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((each) => [each, shapeOf(value[each], each)]));
}

const address = {
  FullName: 'Ann Lee',
  Address1: '1 High St',
  Town: 'Leeds',
  PostCode: 'LS1 1AA',
  CountryCode: 'GB',
};

const line = { SKU: 'AC-TENT-2', ItemTitle: 'Tent', Qty: 1, PricePerUnit: 129, OrderLineNumber: '1' };

const order = (ReferenceNumber, changes = {}) => ({
  ReferenceNumber,
  ReceivedDate: '2026-09-01T08:00:00Z',
  DispatchBy: '2026-09-03T16:00:00Z',
  Currency: 'GBP',
  PaymentStatus: 'PAID',
  ChannelBuyerName: 'Ann Lee',
  warehouse_name: 'Northgate FC',
  OrderItems: [line],
  DeliveryAddress: address,
  BillingAddress: address,
  ...changes,
});

const slot = (changes = {}) => ({
  date: '2026-10-06',
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'palletised',
  numberOfSkus: 'lt_10',
  deliveryType: 'truck',
  ...changes,
});

const purchaseOrder = (PO_REFERENCE, changes = {}) => ({
  PO_REFERENCE,
  Warehouse_Name: 'Northgate FC',
  items: [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 3 }],
  ...changes,
});

/** Plays the session against the service at an origin; the warehouse acts through its control API. */
export async function bareSession(origin) {
  const seen = [];
  let token;
  const call = async (method, path, body) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await send(origin, method, `/v1${path}`, headers, body);
    const parsed = answer.text === '' ? undefined : JSON.parse(answer.text);
    const kept = headersKept.flatMap((name) =>
      name in answer.headers ? [[name, answer.headers[name]]] : [],
    );
    const { 'x-emulator-assumption': restsOn = '' } = answer.headers;
    const shown = {
      request: `${method} ${path}`,
      status: answer.status,
      headers: kept,
      body: shapeOf(parsed),
    };
    seen.push({ shown, restsOn: restsOn.split(', ') });
    return parsed?.data;
  };
  const warehouse = async (path, body = {}) => {
    const headers = { 'x-emulator-admin': '1', 'content-type': 'application/json' };
    await send(origin, 'POST', `/_emulator/fc/${path}`, headers, body);
  };

  await call('GET', '/inventory');
  await call('POST', '/auth/login', { client_id: 'emu-acme' });
  await call('POST', '/auth/login', { client_id: 'emu-acme', client_secret: 'wrong' });
  const signedIn = await call('POST', '/auth/login', {
    client_id: 'emu-acme',
    client_secret: 'emu-acme-secret',
  });
  token = signedIn.access_token;

  const reads = ['/inventory', '/inventory?page=1&page_size=1', '/inventory?page_size=500'];
  reads.push('/inventory?page=0', '/inventory/stock-age', '/inventory/stock-age?page=2&page_size=1');
  reads.push('/inventory/stock-age?in_stock_only=true', '/inventory/stock-age/AC-TENT-2');
  reads.push('/inventory/stock-age/NONE', '/order?ship_from=MSF', '/order?ship_from=MSF&page=1');
  reads.push('/order', '/order?channel_ref=CH-7', '/order?channel_ref=ch-7', '/order?channel_ref=Market-4');
  reads.push('/order/R-1', '/order/R-2', '/order/M-1', '/order/NONE', '/inbound/NONE', '/inbound-po/NONE');
  reads.push('/inbound-slot', '/inbound-slot?available=true', '/inbound-slot/NONE', '/outbound', '/nowhere');
  for (const path of reads) await call('GET', path);

  const orders = [order('S-1'), order('S-1'), order('S-2', { DispatchBy: '2026-09-03T16:00:00' })];
  orders.push(order('S-3', { PostalServiceCost: null }), order('S-4', { Currency: 'CHF' }));
  orders.push(order('S-5', { OrderItems: [{ ...line, SKU: 'AC-NONE' }] }));
  orders.push(order('S-6', { OrderItems: [{ ...line, Qty: 5000 }] }));
  orders.push(order('S-7', { OrderItems: [{ ...line, PricePerUnit: 1.005 }] }));
  orders.push(order('S-8', { Notes: [{ Note: 'Channel_Ref: N-8' }] }), order('S-9', { Channel_Ref: 'N-9' }));
  orders.push(order('S-10', { OrderItems: [] }), {});
  for (const body of orders) await call('POST', '/outbound', body);
  const stored = await call('GET', '/order/S-1');
  for (const path of ['/order?channel_ref=N-8', '/order?channel_ref=n-8', '/order?channel_ref=N-9'])
    await call('GET', path);
  await warehouse('orders/S-9/dispatch', { client: 'emu-acme', TrackingNumber: 'T-9' });
  await call('GET', '/order/S-9');
  for (const id of ['S-1', stored.OrderId.UUID, 'S-1', 'S-9', 'NONE'])
    await call('POST', `/order/${id}/cancel`, { reason: 'asked for' });
  await call('GET', '/order/S-1');

  const delivery = {
    Warehouse_Name: 'Northgate FC',
    items: [{ barcode: '2000000001029', SKU: 'AC-STOVE', Quantity: 2 }],
  };
  await call('POST', '/inbound', { PO_REFERENCE: 'IN-1', ...delivery });
  await call('POST', '/inbound', { PO_REFERENCE: 'IN-1', ...delivery });
  await call('POST', '/inbound', {
    PO_REFERENCE: 'IN-2',
    ...delivery,
    items: [{ barcode: '7', Quantity: 1 }],
  });
  await call('GET', '/inbound/IN-1');

  const bookings = [{ date: '2026-10-03' }, { date: '2026-10-05' }, { loadingType: 'loose' }];
  bookings.push({ loadingType: 'floor_loaded' }, { deliveryType: 'container' }, { window: 'night' });
  bookings.push({ deliveryType: 'container', containerSize: '40HC' });
  bookings.push({ deliveryType: 'container', containerSize: '40ft_hc' });
  for (const changes of bookings) await call('POST', '/inbound-slot', slot(changes));
  const used = (await call('POST', '/inbound-slot', slot())).slotReference;
  await call('POST', '/inbound-po', purchaseOrder('P-0', { slotReference: 'NONE' }));
  await warehouse(`slots/${used}/counter`, { proposedTime: '2026-10-07T13:00:00+01:00', comment: 'Later' });
  await call('GET', `/inbound-slot/${used}`);
  await call('POST', `/inbound-slot/${used}/respond`, { action: 'accept' });
  await call('POST', `/inbound-slot/${used}/respond`, { action: 'maybe' });
  await call('GET', '/inbound-slot?available=true');
  const created = await call('POST', '/inbound-po', purchaseOrder('P-1', { slotReference: used }));
  await call('POST', '/inbound-po', purchaseOrder('P-2', { slotReference: used }));
  await call('GET', `/inbound-po/${created.lw_po_number}`);
  await warehouse(`pos/${created.lw_po_number}/receive`, { lines: [{ SKU: 'AC-TENT-2', delivered: 2 }] });
  await call('GET', `/inbound-po/${created.lw_po_number}`);
  const { usedByPoReference } = await call('GET', `/inbound-slot/${used}`);
  await call('GET', `/inbound-po/${usedByPoReference}`);
  await call('DELETE', `/inbound-slot/${used}`);
  await call(
    'POST',
    '/inbound-po',
    purchaseOrder('P-3', { deliveryType: 'truck', loadingType: 'palletised' }),
  );
  await call(
    'POST',
    '/inbound-po',
    purchaseOrder('P-4', { deliveryType: 'container', loadingType: 'palletised' }),
  );
  await call('POST', '/inbound-po', purchaseOrder('P-5', { deliveryType: 'truck', items: [] }));

  const free = (await call('POST', '/inbound-slot', slot({ date: '2026-10-08' }))).slotReference;
  await call('DELETE', `/inbound-slot/${free}`);
  await call('DELETE', `/inbound-slot/${free}`);
  await call('GET', `/inbound-slot/${free}`);
  await call('DELETE', '/inbound-slot/NONE');
  await call('GET', '/inbound-slot');
  await call('GET', '/inventory');
  return seen;
}
