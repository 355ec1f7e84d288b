import type { Words } from './words.ts';

export const spanish: Words = {
  values: {
    ship: `pagado | pagada | pagados | totalmente pagado | pago aceptado | pago recibido | pago acreditado | pago confirmado | pago aprobado |
      contra reembolso | no enviado | no enviada | sin enviar | aún no enviado | por enviar | para enviar | listo para enviar | lista para enviar |
      listo para envío | pendiente de envío | pendiente de enviar | a enviar | envío pendiente | por despachar | no despachado`,
    cancelled: `cancelado | cancelada | cancelados | anulado | anulada | pedido cancelado | cancelado por el cliente | cancelada por el cliente |
      cancelado por el vendedor | cancelación`,
    refunded: `reembolsado | reembolsada | reembolso | reembolsado totalmente | totalmente reembolsado | devuelto | devuelta | reintegrado |
      dinero devuelto | pedido reembolsado`,
    'partly-refunded': `parcialmente reembolsado | parcialmente reembolsada | reembolso parcial | reembolsado parcialmente | parcialmente devuelto`,
    fulfilled: `enviado | enviada | enviados | pedido enviado | despachado | despachada | entregado | entregada | entregados | ya enviado |
      en camino | en tránsito | en reparto`,
    unpaid: `impagado | impagada | no pagado | no pagada | sin pagar | pendiente de pago | pago pendiente | esperando pago | esperando el pago |
      en espera de pago | a la espera de pago | en espera de pago por transferencia | pago rechazado | pago fallido | error de pago |
      parcialmente pagado | parcialmente pagada | pago parcial`,
    'on-hold': `bloqueado | bloqueada | retenido | retenida | en espera de stock | sospecha de fraude | no enviar | no despachar | no entregar |
      cancelación solicitada | solicitud de cancelación`,
    pickup: `recogida en tienda | recoger en tienda | retiro en tienda | retiro en local | retiro en sucursal | retira en tienda | recogida local |
      recogido en tienda | retirado en tienda`,
    'not-goods': 'producto digital | producto virtual | producto descargable',
  },
  stems: `reclam | disput | estado | empaquet | no antes | preparad | impreso | situación | pagad | cobr | cancel | anul | reembols | devol | devuel | reintegr | envío | enví | envio | enviad | despach |
    entreg | recog | retir | bloque | reten | suspend | fraud | disputa | tipo | procesad | complet | confirm | cerrad | borrador | preventa |
    reserva | seguimiento | rastreo | número de guía`,
  forms: `cancelar | anular | reembolsar | devolución | enviar | retirado | fraude | pendiente | recibido | recibida | rechazado | rechazada |
    completado | procesando`,
  stopping: `cancel | anul | reembols | devol | retener | retenid | detener | parar el envío | en espera | no enviar | no envíen | no envíe |
    no envies | no despachar | no entregar | no mandar | no mandéis | esperar hasta | esperar a | no lo envíen | aún no enviar`,
  notes: {
    words: `nota | notas | comentario | comentarios | observación | observaciones | mensaje | mensajes | indicaciones | instrucciones`,
    whose: `cliente | del cliente | comprador | del comprador | vendedor | del vendedor | pedido | del pedido | de la orden | interna | internas |
      privada | regalo | de regalo | entrega | de entrega | envío | de envío | para el envío`,
    names: 'mensaje de regalo | dedicatoria',
  },
  yes: 'sí | s | verdadero',
  no: 'no | falso',
  none: 'ninguno | ninguna | nada | vacío | sin | nunca',
  totals: 'total | totales | suma | total general | subtotal | importe total | total de pedidos',
  charges: `envío | gastos de envío | portes | descuento | cupón | vale | propina | recargo`,
};
