import type { Language } from './language.ts';

/** Spanish. */
export const spanish: Language = {
  header: {
    delivery: 'envío, entrega, destinatario, de envío, de entrega, destino, enviar a, dest',
    addressee: 'destinatario',
    dispatch: 'de envío, enviar antes de, envío, despacho, expedición, estado del envío',
    billing: 'facturación, factura, de facturación',
    buyer: 'cliente, comprador, del cliente',
    seller: 'vendedor, tienda, remitente, proveedor, comercio',
    order: 'pedido, orden, venta, compra, del pedido, de pedido',
    line: 'total línea, artículo, producto, línea, publicación',
    warehouse: 'almacén, código wms, código logístico',
    name: 'nombre completo, nombre y apellidos, nombre, contacto',
    last: 'primer apellido, segundo apellido, apellido paterno, apellido materno, apellido, apellidos',
    company: 'empresa, compañía, razón social',
    street: 'calle y número, calle, vía, domicilio',
    address: 'dirección',
    houseNumber: 'número de calle, número exterior, nº de casa',
    extra:
      'complemento, dirección adicional, referencias de domicilio, timbre, portero automático, interfono',
    apartment: 'apartamento, departamento, apto, puerta, pta, depto, número interior, interior',
    building: 'edificio, bloque, bl, portal, ptal',
    floor: 'piso, planta, escalera, esc',
    suburb: 'barrio, colonia',
    town: 'ciudad, población, localidad, municipio',
    region: 'provincia, comunidad autónoma, región',
    postcode: 'código postal, cp, c p',
    country: 'país',
    phone: 'teléfono, móvil, tlf, celular',
    email: 'correo electrónico, correo, email',
    number: 'número, nº, n, núm, num, #',
    code: 'código, cód, cod',
    itemReference: 'referencia, ref',
    sku: 'código de artículo, código artículo, código producto, código de producto, referencia producto, referencia artículo, sku, etiqueta personalizada, código wms, código logístico',
    barcode: 'código de barras, ean',
    title:
      'descripción, producto, artículo, título, nombre del producto, nombre producto, título de la publicación, concepto',
    variant: 'variante, talla, color, variación, tamaño, sabor, modelo, diseño, atributos',
    quantity:
      'cuantos, cuantas, cuántos, unidades enviadas, cantidad, unidades, cant, uds, ud, nº de artículos, número de artículos, nº de productos, número de productos',
    type: 'tipo',
    kind: 'categoría, familia',
    price: 'precio, p unitario, p u, pvp, precio de venta, precio de oferta, precio oferta',
    unit: 'unitario, p unitario, p u, por unidad, unidad, unitario de venta',
    total: 'total, importe total, subtotal, total línea, ingresos, ingresos por productos, suma',
    amount: 'importe, monto, valor, saldo',
    currency: 'moneda, divisa',
    tax: 'iva, impuesto, impuestos',
    discount:
      'descuento, cupón, precio de oferta, precio oferta, con descuento, rebajado, promocional, especial',
    cost: 'gastos, gastos de envío, coste, costes, costos, costos de envío, cargo, cargo por venta e impuestos, comisión, portes, ingresos por envío',
    otherPrice: 'coste, original, de compra, recomendado',
    date: 'fecha, día',
    clock: 'hora',
    created:
      'fecha de pedido, fecha pedido, fecha del pedido, fecha de venta, fecha de compra, creado, creado el, fecha de creación',
    due: 'fecha límite, límite, antes de, enviar antes de, plazo',
    notBefore: 'enviar después de, enviar a partir de, no enviar antes de, no antes de, disponible desde',
    expected: 'prevista, previsto, estimada, estimado',
    modified: 'modificado, actualizado, última modificación',
    status:
      'estado del pedido, estado pedido, situación, descripción del estado, estado de la venta, estado del envío, estatus',
    state: 'estado',
    payment: 'pago, del pago',
    method:
      'método de envío, forma de envío, medio de envío, método de pago, forma de pago, medio de pago, forma de entrega, método, forma',
    shipped:
      'enviado, enviada, enviados, entregado, entregada, entregados, expedido, en camino, despachado, completado, unidades enviadas, enviadas, entregadas, salido, servido, expedida',
    cancelled:
      'cancelado, cancelada, anulado, anulada, cancelados, anulados, canceladas, anuladas, cancelación, eliminado, eliminada, borrado',
    refunded:
      'devuelta, reembolsada, reembolsado, reembolso, reembolsos, devuelto, devolución, devoluciones, anulaciones y reembolsos, devueltos, devueltas, reembolsados',
    paid: 'pagado, pagada, fecha de pago, fecha pago',
    open: 'restante, restantes, por enviar, pendiente de envío, pendientes, pendiente, a enviar',
    ordered: 'pedidas, pedida, pedidos',
    handled: 'facturado, reservado, preparado',
    done: 'procesado, exportado, albarán, nr albarán, número de albarán',
    held: 'reclamo abierto, estado del reclamo, reclamo, bloqueado, retenido, en espera de stock, pendiente de stock, preventa, fraude',
    collected: 'recogida, recogida en tienda, retiro',
    requested: 'solicitud',
    tracking:
      'rastreo, número de rastreo, nr de rastreo, código de rastreo, número de envío, nr de envío, código de envío, número de expedición, nr de expedición, nr expedición, localizador, nr de seguimiento, número de guía, guía, nr de guía, número de seguimiento, seguimiento, nº de seguimiento, código de seguimiento, url de seguimiento',
    carrier: 'transportista, empresa de transporte',
    note: 'comentario, comentarios, nota, notas, observaciones, mensaje, motivo, texto tarjeta, texto de la tarjeta, dedicatoria',
    noise:
      'hasta la fecha, hasta hoy, de, del, general, la, el, los, las, y, o, en, a, con, por, al, un, una, su, sin, e',
    aside:
      'peso, canal, canal de venta, # de publicación, venta por publicidad, número de publicación, id cliente, nif, dni, cif, idioma, paquete de varios productos, pertenece a un kit, factura adjunta, fuente, regalo, envoltorio de regalo, boletín, cliente nuevo, urgente, devolución gratuita, devoluciones gratuitas, envío gratis, campaña, cumpleaños, puntos, puntos de fidelidad, condiciones, acepta condiciones, envolver para regalo, recargo de equivalencia, factura solicitada, reseña, entrega parcial permitida',
    notGoods: 'producto físico, es físico, descarga, sin envío',
    personal:
      'personalización, grabado, texto de grabado, texto grabado, texto personalizado, bordado, monograma',
    further:
      'obsequio, artículo gratis, producto gratis, muestra, muestras, artículo adicional, producto adicional, accesorio, accesorios',
  },
  values: {
    send: 'pago aceptado, pago remoto aceptado, preparación en curso, contra reembolso, contrareembolso, abierta, abierto, por empaquetar, no está empaquetado, nuevo, nueva, pagado, pagada, procesando, en proceso, confirmado, listo para enviar, pendiente de envío, por enviar, en preparación, factura, venta, pedido, producto, envío, no enviado, aceptado, preparando, sin procesar, por procesar, por preparar, pedido recibido, recibido el pedido',
    cancelled:
      'fallido, fallida, cancelado, cancelada, anulado, anulada, venta cancelada, eliminado, eliminada, borrado',
    refunded: 'reembolsado, reembolsada, devuelto, devuelta, devolución, nota de crédito, abono, reembolso',
    'partly-refunded': 'parcialmente reembolsado',
    fulfilled:
      'enviado, enviada, completado, completada, entregado, entregada, en camino, parcialmente enviado, finalizado, archivada, archivado',
    unpaid: 'pago pendiente, pendiente, pendiente de pago, no pagado, impagado, presupuesto, borrador',
    'on-hold':
      'en espera, en pausa, pausado, pausada, suspendido, suspendida, retenido, bloqueado, preventa, no enviar',
    pickup: 'recogida, recogida en tienda, retiro en tienda',
    'not-goods': 'gastos de envío, descuento, tarjeta regalo, servicio',
    condition: 'usado, como nuevo, seminuevo, segunda mano, reacondicionado',
    set: 'kit, lote, conjunto',
  },
};
