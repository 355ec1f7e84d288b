/** English, which has every part. */
export const english = {
  delivery: `ship | shipping | delivery | deliver | dispatch to | receiver's | destination | post to | shipping address | ship to address |
    delivery address | deliver to address | recipient address | address shipping | address delivery | shipping info | shipping details |
    delivery details | customer shipping`,
  payer: `billing | bill | invoice | invoice to | sell to | buyer's | customer's | contact | billing address | bill to address | invoice address |
    address billing | customer address | buyer address | billing info | billing details | order customer | purchase | customer billing | retailer |
    user | account`,
  recipients: `recipient | recipients | consignee | receiver | addressee | ship to | shipped to | deliver to | delivered to | shipping addressee |
    shipping attention | ship to attention | ship to attn | shipping attn | delivery attention`,
  payers: `buyer | customer | client | purchaser | payer | bill to | billed to | sold to | billing addressee | billing attention | backer |
    contact | contact name | contact person`,
  parts: {
    name: 'name | full name | name full',
    firstName: 'first name | fname | given name | forename | name first',
    lastName: 'last name | lname | surname | family name | name last',
    middleName: 'middle name | middle names',
    salutation: 'salutation | honorific | name prefix | title',
    company: 'company | company name | organisation | business name | comp | organisation name',
    address1: `address | address line | street | street address | street line | addr | addr line | street name | address street | street and number |
      street name and number | street and house number | address street line | street address line`,
    street: '',
    houseNumber: `house number | house no | house nr | street number | street nr | building number | address number | address house number`,
    addition: `house number addition | house number extension | house number suffix | house addition | number addition | street number addition |
      address number addition | address extension | address addition`,
    address2: `unit | unit number | flat | flat number | street extension | apartment | apt | apartment suite | suite | apartment suite etc | address line 2 optional | additional address line |
      additional address line 1 | address additional | address extra | additional address | additional address information |
      address line 2 district neighborhood`,
    district: 'neighborhood | neighbourhood | district | barangay',
    town: `town | city | suburb | town city | city town | post town | address city | address town | city name | town or city | locality town | locality`,
    region: `region | state | county | province | state province | province state | state county | county state | state or province | state region |
      region state | address state | address region | province name | state name | province code | state code | country state |
      state province region | region name | county region | state province county | state province region county territory prefecture republic`,
    postcode: `postcode | postal code | zip | zip code | zip postal code | zip postcode | postal | postcode zip | zip or postcode | postal zip code |
      address postcode | address zip | address zip code | address postal code | pincode | address pincode | eircode | postal code zip |
      postal code must be shipped to the following zip code`,
    country: 'country | country name | address country | nation | cntry | country region',
    countryCode: `country code | country iso | country iso code | iso country | iso country code | address country code | country id | country iso2 |
      country code iso | country alpha 2 | country region code | country country code | country 2 letter code`,
    phone: `phone | phone number | phone no | telephone | telephone number | tel | mobile | mobile phone | mobile number | contact number |
      contact phone | contact phone number | cell phone | cell | telephone no | mobile no | address phone`,
    email: 'email | email address | contact email | address email | email id',
  },
  line: `item | items | line item | line items | line | product | prod | order item | order line | order product | article | order lines |
    order items | item product | line items product | order lines product | products`,
  goods: {
    sku: `sku | skus | product reference | product number | article number | sku code | sku number | sku no | product sku | stock keeping unit |
      seller sku | merchant sku | item code | product code | article code | stock code | variant sku | custom label | custom label sku | seller part |
      seller part number | item sku code | offer sku | msku | supplier sku | vendor sku | product sku code | master sku | contribution sku |
      partner sku | internal reference | your sku | my sku | channel sku | sku reference no | inventory item code`,
    title: `item | product | article | title | item title | product title | product name | item name | description | item description |
      product description | article name | article title | listing title | goods description | item desc | product desc | name | sku name |
      offer title | line item name | goods name`,
    quantity: `quantity | quantity ordered | ordered quantity | quantity purchased | purchased quantity | units ordered | ordered units | pieces |
      pcs | quant | number of units`,
    unit: 'uom | unit of measure | unit | units | unit of measure code | unit measure | sales unit | order unit',
    unitPrice: `unit price | price per unit | price each | unit selling price | price per item | price per piece | each price | unit rate |
      unit cost price | item price each | single price | selling price per unit | unit sale price | unit amount | selling price per item`,
    price: 'price | selling price | sale price | sales price | sold price | sold for | sku selling price',
    linePrice: `line price | amount | subtotal | revenue | line amount | order line price | extended price | extended | value | line value`,
    lineTotal: `line total | row total | item total | items total | product total | total line | line item total | item total price |
      product total price | total item price | total product price | item subtotal | line subtotal | product subtotal | item row total |
      line total price | total price | sku total price | item total amount`,
    lineNumber: `line number | line no | line nr | line item number | line item no | order line number | order line no | line | line id |
      item line number | order item number | order line | position number | line sequence | line item id | order line id | order item id`,
    taxRate: 'tax rate | vat rate | vat percent | tax percent | vat percentage | tax percentage',
    shippedCount: `quantity shipped | shipped quantity | quantity fulfilled | fulfilled quantity | quantity dispatched | dispatched quantity |
      quantity delivered | delivered quantity | shipped items | shipped units | units shipped | items shipped | shipped to date`,
    cancelledCount: `quantity cancelled | cancelled quantity | cancelled items | cancelled units | units cancelled | items cancelled`,
    refundedCount: `quantity refunded | refunded quantity | quantity returned | returned quantity | returned items | refunded items | refunded units |
      units refunded | items returned`,
    openCount: `quantity to ship | quantity to be shipped | outstanding quantity | quantity outstanding | open quantity | quantity open |
      quantity remaining | remaining quantity | unfulfilled quantity | quantity pending fulfillment | quantity unshipped | unshipped quantity`,
  },
  tax: `incl vat | inc vat | including vat | incl tax | inc tax | including tax | with vat | with tax | tax incl | vat incl | tax inc | vat inc |
    gross | incl | excl vat | ex vat | exc vat | excluding vat | excl tax | ex tax | exc tax | excluding tax | without vat | without tax | tax excl |
    vat excl | net`,
  order: {
    reference: `order | order number | order no | order nr | order num | order id | order ref | order reference | order name | order code |
      order reference number | order number id | increment id | sales order | sales order number | sales order no | order identifier |
      reference number | order id number | web order number | id order`,
    received: `date | order date | date of order | ordered at | ordered on | order created at | order created | order created date |
      order created time | order creation date | created at | created on | created | created date | creation date | date created | date added |
      date add | order placed | order placed at | order place date | placed at | placed on | date placed | purchase date | purchased at |
      purchased on | date of purchase | sale date | sold on | received date | order date time | order received | order creation date gmt |
      purchase time utc timezone | order time stamp | date ordered | order entered | ordered date | po date | order time | create time | ts created`,
    dispatchBy: `dispatch by | dispatch by date | ship by | ship by date | ships by | must ship by | must ship by date | latest ship date |
      latest shipping time | latest shipping date | latest shipment date | latest dispatch date | dispatch before | ship before | ship before date |
      required ship date | required dispatch date | shipping deadline | dispatch deadline | fulfil by | fulfil by date | last ship date |
      post by date`,
    currency: `currency | currency code | order currency | order currency code | currency iso | currency iso code | document currency | currency id |
      item currency | payment currency | ccy | sale currency | transaction currency`,
    status: 'state',
    paymentStatus: `payment status | payment state | financial status | paid status | order payment status | payment status name | status of payment`,
    buyer: 'buyer username | buyer user id | buyer id | buyer nickname | channel buyer name | username',
    warehouse: `warehouse | warehouse name | fulfilment centre | fulfillment center | dispatch warehouse | warehouse location | allocated warehouse |
      ship from warehouse`,
    postage: `shipping cost | shipping price | shipping fee | shipping charge | shipping charges | shipping amount | shipping costs | shipping total |
      total shipping | postage | postage cost | postage and packing | postage and packaging | delivery cost | delivery charge | delivery fee |
      delivery price | order shipping total | order shipping amount | order shipping price | freight total | freight | total shipping price |
      postal service cost | shipping and handling | shipping and handling charges | shipping cost inc tax | shipment price incl | shipping and handling amount`,
    orderTotal: `order total | total order value | order amount | grand total | total order | order grand total | order value | total amount |
      order total inc tax | invoice amount | total to pay | total paid | order total incl vat | total incl`,
    tracking: `tracking number | tracking numbers | tracking no | tracking nr | tracking code | tracking id | tracking | tracking url |
      tracking link | track and trace | track and trace code | track trace | awb | awb code | awb number | waybill number | consignment number |
      parcel number | shipment tracking number | tracking ref | tracking reference | fulfillment tracking number`,
    shippedAt: `shipped at | shipped on | shipped date | date shipped | dispatched at | dispatched on | dispatched date | date dispatched |
      fulfilled at | fulfilled on | fulfilled date | order shipped date | delivered at | delivered on | date delivered | delivered date |
      order delivered date`,
    cancelledAt: `cancelled at | cancelled on | cancelled date | date cancelled | cancellation date | cancelled time | order cancelled at |
      order cancelled date | voided at`,
    refundedAt: `refunded at | refunded on | refunded date | date refunded | refund date | returned on | returned at | date returned | returned date |
      order refunded at`,
  },
};
