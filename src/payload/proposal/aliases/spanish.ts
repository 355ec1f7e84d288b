import type { Language } from './language.ts';

export const spanish: Language = {
  delivery: `envío | de envío | del envío | para el envío | para envío | dirección de envío | dirección envío | entrega | de entrega |
    dirección de entrega | del destinatario`,
  payer: 'facturación | de facturación | dirección de facturación | factura | del cliente | del comprador',
  recipients: 'destinatario | receptor',
  payers: `cliente | comprador | pagador | contacto`,
  parts: {
    name: `nombre | nombre completo | nombre y apellidos | nombre y apellido | apellidos y nombre`,
    firstName: 'nombre | nombre de pila | nombres',
    lastName: 'apellido | apellidos',
    middleName: 'segundo nombre',
    salutation: 'tratamiento',
    company: 'empresa | compañía | razón social | nombre de la empresa | nombre empresa',
    address1: `dirección | calle | calle y número | domicilio | línea de dirección | dirección línea | dirección calle | dirección postal`,
    street: 'nombre de la calle',
    houseNumber: 'número de calle | número de casa | número exterior',
    addition: 'piso y puerta | número interior',
    address2: `piso | complemento | complemento de dirección | dirección adicional | información adicional de dirección | piso puerta`,
    district: 'barrio | colonia',
    town: 'ciudad | población | localidad | municipio | ciudad población',
    region:
      'estado | provincia | provincia o estado | estado provincia | provincia estado | comunidad autónoma',
    postcode: 'código postal | cp | cod postal',
    country: 'país',
    countryCode: 'código de país | código país | código del país | país código | iso país',
    phone: 'teléfono | teléfono móvil | móvil | celular | tel | número de teléfono | teléfono de contacto',
    email: 'email | correo electrónico | correo | dirección de correo electrónico | mail',
  },
  line: 'artículo | producto | línea | línea de pedido | del producto | del artículo | artículos | productos',
  goods: {
    sku: `sku | referencia del producto | referencia producto | referencia artículo | referencia del artículo | código de artículo | código artículo |
      código de producto | código producto | código del producto | sku del producto | ref producto`,
    title: `artículo | producto | nombre del producto | nombre producto | título | título del producto | descripción | descripción del producto |
      nombre del artículo | concepto | título de la publicación`,
    quantity: 'cantidad | cant | unidades | cantidad pedida | cantidad del producto | cdad',
    unit: 'unidad | unidad de medida',
    unitPrice: `precio unitario | precio por unidad | precio unidad | p unitario | precio unit | precio unitario de venta de la publicación`,
    price: 'precio | precio de venta | precio del producto | pvp',
    linePrice: 'importe | subtotal | valor | importe línea | precio línea | precio de línea',
    lineTotal: `total línea | total de línea | precio total | total producto | total artículo | importe total línea`,
    lineNumber: 'número de línea | nº línea | línea',
    taxRate: 'tipo de iva | tipo iva | porcentaje iva | tasa de iva',
    shippedCount: 'cantidad enviada | unidades enviadas | cantidad entregada | cantidad servida',
    cancelledCount: 'cantidad cancelada | cantidad anulada | unidades canceladas',
    refundedCount: 'cantidad reembolsada | cantidad devuelta | unidades devueltas',
    openCount: 'cantidad pendiente | cantidad por enviar | unidades pendientes',
  },
  tax: 'con iva | sin iva | iva incluido | iva inc | iva incl | impuestos incluidos | bruto | neto',
  order: {
    reference: `pedido | nº pedido | nº de pedido | número de pedido | número pedido | num pedido | orden | número de orden | nº de orden |
      id pedido | id de pedido | referencia del pedido | referencia pedido | referencia de pedido | identificador de la orden | código de pedido |
      # de venta | nº de venta | número de venta`,
    received: `fecha | fecha de pedido | fecha del pedido | fecha pedido | fecha de compra | fecha de la orden | fecha de creación | fecha de venta |
      pedido el | fecha orden | fecha de la venta`,
    dispatchBy: `enviar antes de | enviar antes del | fecha límite de envío | despachar antes de | fecha máxima de envío`,
    currency: 'moneda | divisa | código de moneda',
    status: 'estado',
    paymentStatus: 'estado del pago | estado de pago | estado pago | situación del pago',
    buyer: 'usuario comprador | usuario del comprador | apodo del comprador | nick del comprador',
    warehouse: 'almacén | nombre del almacén | depósito | bodega',
    postage: `gastos de envío | costo de envío | coste de envío | costes de envío | costos de envío | portes | coste del envío | costo del envío`,
    orderTotal: `total pedido | total del pedido | importe total | total de la orden | total general | total a pagar | monto total`,
    tracking: `número de seguimiento | nº de seguimiento | código de seguimiento | tracking | número de guía | código de rastreo |
      código de tracking del envío | nº seguimiento | localizador de envío`,
    shippedAt: 'enviado el | entregado el | despachado el',
    cancelledAt: `cancelado el | cancelada el | anulado el | fecha de cancelación | fecha de anulación | fecha y hora de cancelación`,
    refundedAt: 'reembolsado el | fecha de reembolso | fecha de devolución | devuelto el',
  },
};
