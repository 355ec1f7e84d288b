import type { Words } from './words.ts';

export const portuguese: Words = {
  values: {
    ship: `pago | paga | totalmente pago | pagamento recebido | pagamento aprovado | pagamento confirmado | pagamento aceite | pagamento efetuado |
      contra reembolso | não enviado | não enviada | ainda não enviado | a enviar | por enviar | para enviar | pronto para envio |
      pronto para enviar | aguardando envio | a aguardar envio | pendente de envio | aguardando expedição | por expedir | pronto a enviar`,
    cancelled: `cancelado | cancelada | cancelados | anulado | anulada | pedido cancelado | cancelado pelo cliente | cancelado pelo comprador |
      cancelado pelo vendedor | cancelamento`,
    refunded: `reembolsado | reembolsada | reembolso | totalmente reembolsado | estornado | estornada | estorno | devolvido | devolvida`,
    'partly-refunded': `parcialmente reembolsado | parcialmente reembolsada | reembolso parcial | estorno parcial | parcialmente devolvido`,
    fulfilled: `enviado | enviada | enviados | pedido enviado | expedido | expedida | despachado | despachada | entregue | entregues | já enviado |
      em trânsito | em transporte | saiu para entrega`,
    unpaid: `não pago | não paga | por pagar | aguardando pagamento | a aguardar pagamento | aguarda pagamento | pagamento pendente |
      pendente de pagamento | pagamento recusado | pagamento falhado | erro de pagamento | parcialmente pago | pagamento parcial`,
    'on-hold': `bloqueado | bloqueada | retido | suspeita de fraude | não enviar | não expedir | não entregar | cancelamento solicitado |
      pedido de cancelamento | aguardando estoque | aguarda stock`,
    pickup: `levantamento na loja | levantamento em loja | recolha na loja | recolha em loja | retirada na loja | retirar na loja | retirada em loja |
      levantado na loja`,
    'not-goods': 'produto digital | produto virtual | produto descarregável',
  },
  stems: `reclam | disput | estado | embalad | separad | impress | situação | status | pago | paga | cancel | anul | reembols | estorn | devol | envio | enviad | expedi | despach |
    entreg | levant | recolh | retir | bloque | retid | suspens | fraude | disputa | tipo | processad | conclu | confirm | complet | faturad |
    rascunho | encomenda prévia | rastre | seguimento`,
  forms: `cancelar | devolução | enviar | fraude | pendente | aguardando | recebido | recebida | recusado | concluído | pago`,
  stopping: `cancel | anul | reembols | estorn | devol | suspender | reter | segurar | parar o envio | em espera | não enviar | não enviem |
    não envie | não expedir | não despachar | não entregar | não mandar | aguardar até | esperar até | ainda não enviar`,
  notes: {
    words: `nota | notas | comentário | comentários | observação | observações | mensagem | mensagens | instruções | obs`,
    whose: `cliente | do cliente | comprador | do comprador | vendedor | do vendedor | pedido | do pedido | encomenda | da encomenda | interna |
      internas | presente | de presente | entrega | de entrega | envio`,
    names: 'mensagem de oferta | mensagem para presente | dedicatória',
  },
  yes: 'sim | s | verdadeiro',
  no: 'não | falso',
  none: 'nenhum | nenhuma | nada | vazio | sem | nunca',
  totals: 'total | totais | soma | total geral | subtotal | valor total | total de pedidos',
  charges: `envio | portes | portes de envio | frete | desconto | cupão | cupom | vale | gorjeta | taxa`,
};
