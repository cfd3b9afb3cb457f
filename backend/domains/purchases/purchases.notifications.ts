import type { PaymentProvider } from '#shared/api/purchases.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationChange, NotificationRules } from '../../db/notification-draft.ts';
import { read, type Reader } from '../../db/read.ts';

/** A purchase with the state that decides whether a domain event is still current. */
const PURCHASE = {
  name: 'notification-of-purchase',
  text: `select p.buyer_id, p.seller_id, p.title, p.amount, p.currency, p.provider, p.receipt_number, p.refund_state,
    left(p.refund_reason, ${NOTIFICATION_LIMITS.excerptMaxChars}) as reason from purchases p where p.id = $1`,
};

interface PurchaseRow {
  buyer_id: string | null;
  seller_id: string | null;
  title: string;
  amount: number;
  currency: string;
  provider: PaymentProvider;
  receipt_number: number | null;
  refund_state: string | null;
  reason: string | null;
}

async function load(reader: Reader, id: string) {
  const [row] = await read<PurchaseRow>(reader, PURCHASE, [id]);
  if (!row) return null;
  const { title, amount, currency } = row;
  return { row, params: { title, amount, currency, isTest: row.provider === 'test' } };
}

const ofBuyer = (row: PurchaseRow, id: string) =>
  row.buyer_id === null
    ? null
    : { kind: 'notify' as const, userId: row.buyer_id, sourceType: 'purchase', sourceId: id };
const ofSeller = (row: PurchaseRow, id: string) =>
  row.seller_id === null ? null : { kind: 'notify' as const, userId: row.seller_id, sourceType: 'sale', sourceId: id };

/** Ends the request for a refund in the list of its seller. */
const settle = ({ seller_id: userId }: PurchaseRow, sourceId: string): NotificationChange[] =>
  userId === null ? [] : [{ kind: 'settle', userId, sourceType: 'sale', sourceId }];

/** Notifies buyers of their payments and refunds, and sellers of sales and of refunds that they decide. */
export const purchaseNotifications: NotificationRules = {
  'purchase-paid': async (reader, { purchaseId: id }) => {
    const loaded = await load(reader, id);
    if (!loaded) return [];
    const { row, params } = loaded;
    const [buyer, seller] = [ofBuyer(row, id), ofSeller(row, id)];
    return [
      ...(buyer
        ? [{ ...buyer, type: 'purchase' as const, params: { ...params, receiptNumber: row.receipt_number ?? 0 } }]
        : []),
      ...(seller ? [{ ...seller, type: 'sale' as const, params, ...(row.buyer_id && { actorId: row.buyer_id }) }] : []),
    ].map((draft) => ({ ...draft, dedupeKey: `purchase:${id}:paid` }));
  },
  'payment-not-accepted': async (reader, { purchaseId: id }) => {
    const loaded = await load(reader, id);
    if (!loaded) return [];
    const { row, params } = loaded;
    const [buyer, seller] = [ofBuyer(row, id), ofSeller(row, id)];
    return [
      ...(buyer ? [{ ...buyer, type: 'refund' as const, params: { ...params, outcome: 'returned' as const } }] : []),
      ...(seller ? [{ ...seller, type: 'sale' as const, params: { ...params, isReturned: true } }] : []),
    ].map((draft) => ({ ...draft, dedupeKey: `purchase:${id}:not-accepted` }));
  },
  'purchase-refunded': async (reader, { purchaseId: id }) => {
    const loaded = await load(reader, id);
    if (!loaded) return [];
    const { row, params } = loaded;
    const buyer = ofBuyer(row, id);
    return [
      ...settle(row, id),
      ...(buyer
        ? [
            {
              ...buyer,
              type: 'refund' as const,
              params: { ...params, outcome: 'refunded' as const },
              dedupeKey: `purchase:${id}:refunded`,
            },
          ]
        : []),
    ];
  },
  'refund-declined': async (reader, { purchaseId: id }) => {
    const loaded = await load(reader, id);
    const buyer = loaded && ofBuyer(loaded.row, id);
    if (!loaded || !buyer || loaded.row.refund_state !== 'declined') return [];
    return [
      ...settle(loaded.row, id),
      {
        ...buyer,
        type: 'refund',
        params: { ...loaded.params, outcome: 'declined' },
        dedupeKey: `purchase:${id}:declined`,
      },
    ];
  },
  'refund-failed': async (reader, { purchaseId: id, at }) => {
    const loaded = await load(reader, id);
    const buyer = loaded && ofBuyer(loaded.row, id);
    if (!loaded || !buyer) return [];
    return [
      {
        ...buyer,
        type: 'refund',
        params: { ...loaded.params, outcome: 'failed' },
        dedupeKey: `purchase:${id}:failed:${at}`,
      },
    ];
  },
  'refund-requested': async (reader, { purchaseId: id, at }) => {
    const loaded = await load(reader, id);
    const seller = loaded && ofSeller(loaded.row, id);
    if (!loaded || !seller || loaded.row.refund_state !== 'requested') return [];
    const { params, row } = loaded;
    return [
      {
        ...seller,
        type: 'refund-requested',
        params: { ...params, kind: 'request', excerpt: row.reason },
        dedupeKey: `purchase:${id}:requested:${at}`,
        awaitsAnswer: true,
      },
    ];
  },
  'purchase-disputed': async (reader, { purchaseId: id }) => {
    const loaded = await load(reader, id);
    const seller = loaded && ofSeller(loaded.row, id);
    if (!loaded || !seller) return [];
    return [
      {
        ...seller,
        type: 'refund-requested',
        params: { ...loaded.params, kind: 'dispute', excerpt: null },
        dedupeKey: `purchase:${id}:disputed`,
      },
    ];
  },
};
