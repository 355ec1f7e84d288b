import type { Language } from './language.ts';

export const portuguese: Language = {
  delivery: `entrega | de entrega | endereço de entrega | morada de entrega | envio | de envio | para envio | do destinatário | expedição`,
  payer: `faturação | de faturação | faturamento | de faturamento | cobrança | de cobrança | do cliente | do comprador | morada de faturação`,
  recipients: 'destinatário | recebedor',
  payers: 'cliente | comprador | pagador',
  parts: {
    name: 'nome | nome completo | nome e apelido | nome e sobrenome | contacto | contato',
    firstName: 'nome | primeiro nome | nome próprio',
    lastName: 'apelido | sobrenome | último nome',
    company: 'empresa | razão social | nome da empresa | companhia',
    address1: `endereço | morada | rua | logradouro | linha de endereço | linha de morada | rua e número | endereço linha | morada linha`,
    street: 'nome da rua',
    houseNumber: 'número da porta | nº da porta | número da casa | número do endereço | endereço número',
    addition: 'complemento do número',
    address2: `complemento | complemento de endereço | complemento do endereço | complemento de morada | endereço complemento`,
    town: 'cidade | localidade | município | concelho',
    region: 'uf | distrito | estado uf | província',
    postcode: 'cep | código postal',
    country: 'país',
    countryCode: 'código do país | código país | país código',
    phone: 'telefone | telemóvel | celular | tel | número de telefone | contacto telefónico',
    email: 'email | endereço de email | correio eletrónico',
  },
  line: 'artigo | produto | linha | do produto | do artigo | do item | itens | produtos',
  goods: {
    sku: `sku | código do produto | código produto | código do artigo | código artigo | referência do produto | referência produto | código do item |
      código sku | ref produto`,
    title: `artigo | produto | item | nome do produto | nome produto | título | título do produto | descrição | descrição do produto | designação |
      título do anúncio`,
    quantity: 'quantidade | qtd | qtde | quant | quantidade pedida | qtd pedida',
    unitPrice: 'preço unitário | valor unitário | preço por unidade | preço unit | valor unit',
    price: 'preço | preço de venda | preço do produto',
    linePrice: 'valor | subtotal | montante | valor do item',
    lineTotal: `valor total | preço total | total do item | total da linha | total linha | total do produto | valor total do item`,
    lineNumber: 'número da linha | nº da linha | linha',
    taxRate: 'taxa de iva | taxa iva',
    shippedCount: 'quantidade enviada | qtd enviada | quantidade entregue | quantidade expedida',
    cancelledCount: 'quantidade cancelada | qtd cancelada',
    refundedCount: 'quantidade reembolsada | quantidade devolvida | qtd devolvida',
    openCount: 'quantidade pendente | quantidade por enviar | quantidade a enviar',
  },
  tax: 'com iva | sem iva | iva incluído | iva inc | bruto | líquido',
  order: {
    reference: `pedido | encomenda | nº do pedido | número do pedido | número pedido | nº pedido | nº da encomenda | número da encomenda |
      nº encomenda | id do pedido | código do pedido | ref pedido | referência da encomenda | referência do pedido`,
    received: `data | data do pedido | data pedido | data da encomenda | data da compra | data de criação | data da venda | data encomenda`,
    dispatchBy: 'enviar até | data limite de envio | expedir até | despachar até',
    currency: 'moeda | código da moeda',
    paymentStatus: `estado do pagamento | status do pagamento | status de pagamento | situação do pagamento | estado de pagamento | status pagamento`,
    buyer: 'usuário do comprador | utilizador do comprador',
    warehouse: 'armazém | nome do armazém | depósito',
    postage: `custos de envio | custo de envio | portes | portes de envio | frete | valor do frete | valor frete | valor frete pedido |
      custo do frete | despesas de envio`,
    orderTotal: `total do pedido | total pedido | total da encomenda | valor do pedido | valor total do pedido | total geral | valor da encomenda`,
    tracking: `código de rastreio | código de rastreamento | código rastreamento | código rastreio | número de rastreamento | número de seguimento |
      código de seguimento | nº de seguimento | tracking`,
    shippedAt: 'enviado em | expedido em | entregue em | despachado em',
    cancelledAt: 'cancelado em | cancelada em | data de cancelamento | data do cancelamento',
    refundedAt: 'reembolsado em | data de reembolso | data do reembolso | devolvido em',
    channelRef: `referência externa | número do pedido externo | pedido externo | número pedido loja | referência do cliente`,
  },
};
