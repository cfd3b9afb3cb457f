import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';

const PaymentEventSchema = defineEntity({
  name: 'PaymentEventRow',
  tableName: 'payment_events',
  properties: {
    /** The provider's id of the event. */
    id: p.text().primary(),
    type: p.text(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'payment_events_created_index', properties: ['createdAt'] }],
});

/** A report of a payment provider that was handled, so that its repeat is not. */
export class PaymentEventRow extends PaymentEventSchema.class {}
PaymentEventSchema.setClass(PaymentEventRow);
