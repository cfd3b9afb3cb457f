import { defineEntity, p } from '@mikro-orm/core';
import type { ContentType } from '#shared/api/courses.ts';
import type { PaymentProvider, PurchaseStatus } from '#shared/api/purchases.ts';
import { createdAtColumn, idColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';
import type { ItemPart } from '../courses/uses.service.ts';
import { Course } from '../courses/course.entity.ts';
import { User } from '../users/user.entity.ts';

const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: {
    id: idColumn(),
    /** Null when the account is deleted. */
    buyerId: () => p.manyToOne(User).mapToPk().fieldName('buyer_id').nullable().deleteRule('set null'),
    sellerId: () => p.manyToOne(User).mapToPk().fieldName('seller_id').nullable().deleteRule('set null'),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').nullable().deleteRule('set null'),
    title: p.text(),
    contentType: p.text().$type<ContentType>(),
    /** In minor units of `currency`. */
    amount: p.integer(),
    currency: p.text(),
    provider: p.text().$type<PaymentProvider>(),
    status: p.text().$type<PurchaseStatus>().default('pending'),
    /** The provider's page on which the buyer pays; null until the provider has returned it. */
    checkoutId: p.text().nullable(),
    checkoutUrl: p.text().nullable(),
    /** When the page closes. */
    expiresAt: p.datetime(3),
    /**
     * When the purchase is next looked up at the provider, in case that its report was lost; null when nothing can be
     * paid on its page any more.
     */
    checkAt: p.datetime(3).nullable(),
    /** True when the buyer has paid and the bank has yet to confirm it. */
    isSubmitted: p.boolean().default(false),
    /** The provider's id of the payment. */
    paymentId: p.text().nullable(),
    paidAt: p.datetime(3).nullable(),
    /** What the item consisted of when it was paid; null before, for a deleted item, and for purchases from before. */
    paidParts: p.json().$type<ItemPart[]>().nullable(),
    /** What was paid, in minor units of its currency, when it is not the price; null otherwise. */
    receivedAmount: p.integer().nullable(),
    receivedCurrency: p.text().nullable(),
    /** Ascending without gaps, in the order of the payments. */
    receiptNumber: p.integer().nullable(),
    /** Names on the receipt, as of the payment; the buyer's is erased with the account. */
    buyerName: p.text().nullable(),
    sellerName: p.text().nullable(),
    /** Null without a request for a refund and after the refund. */
    refundState: p.text().$type<'requested' | 'processing' | 'declined'>().nullable(),
    refundReason: p.text().nullable(),
    /** When the refund was ordered. */
    refundStartedAt: p.datetime(3).nullable(),
    /** The provider's id of the refund, once it has accepted the order. */
    refundId: p.text().nullable(),
    refundedAt: p.datetime(3).nullable(),
    /** True when the buyer asked for the refund within the rule of automatic ones, whose number is limited. */
    isRefundedByRule: p.boolean().default(false),
    /** When the buyer's bank demanded the money back; null without a dispute. */
    disputedAt: p.datetime(3).nullable(),
    /** The provider's id of the latest dispute. */
    disputeId: p.text().nullable(),
    /** The ids of the disputes that are decided: the report that one of them was opened may arrive later. */
    closedDisputes: p.array().columnType('text[]').default([]),
    createdAt: createdAtColumn(),
  },
  uniques: [
    { name: 'purchases_receipt_unique', properties: ['receiptNumber'] },
    { name: 'purchases_payment_unique', properties: ['paymentId'] },
  ],
  indexes: [
    sqlUnique('purchases_pending_unique', `"purchases" ("buyer_id", "course_id") where status = 'pending'`),
    sqlIndex(
      'purchases_buyer_list',
      `"purchases" ("buyer_id", "created_at" desc, "id" desc) where status in ('pending', 'paid', 'refunded')`,
    ),
    sqlIndex('purchases_seller_list', '"purchases" ("seller_id", "paid_at" desc, "id" desc)'),
    sqlIndex(
      'purchases_item_sums',
      `"purchases" ("seller_id", (coalesce("course_id", '00000000-0000-0000-0000-000000000000'::uuid)) desc,
        "currency" desc) where paid_at is not null`,
    ),
    sqlIndex(
      'purchases_requested_list',
      `"purchases" ("seller_id", "paid_at" desc, "id" desc) where refund_state = 'requested'`,
    ),
    sqlIndex('purchases_check_due', '"purchases" ("check_at") where check_at is not null'),
    sqlIndex('purchases_refund_due', `"purchases" ("refund_started_at") where refund_state = 'processing'`),
    { name: 'purchases_buyer_index', properties: ['buyerId', 'courseId'] },
    { name: 'purchases_course_index', properties: ['courseId'] },
    { name: 'purchases_paid_index', properties: ['paidAt'], where: 'paid_at is not null' },
    { name: 'purchases_refunded_index', properties: ['refundedAt'], where: 'refunded_at is not null' },
  ],
  checks: [
    { name: 'purchases_status_check', expression: `status in ('pending', 'paid', 'failed', 'expired', 'refunded')` },
    { name: 'purchases_provider_check', expression: `provider in ('test', 'stripe')` },
    { name: 'purchases_amount_check', expression: 'amount > 0' },
    { name: 'purchases_received_check', expression: '(received_amount is null) = (received_currency is null)' },
    {
      name: 'purchases_paid_check',
      expression: `(status in ('paid', 'refunded')) = (paid_at is not null)
        and (paid_at is null) = (receipt_number is null)`,
    },
    { name: 'purchases_refunded_check', expression: `(status = 'refunded') = (refunded_at is not null)` },
    {
      name: 'purchases_refund_state_check',
      expression: `refund_state is null
        or (refund_state in ('requested', 'processing', 'declined') and status = 'paid')`,
    },
  ],
});

/** A purchase of an item. One row stands for one page of the provider, thus for one payment at most. */
export class Purchase extends PurchaseSchema.class {}
PurchaseSchema.setClass(Purchase);
