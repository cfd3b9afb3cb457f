import { formatAmount } from '../money.ts';
import type { Role } from './endpoint.ts';
import type { NotificationText } from './notification-texts.ts';
import type { NotificationTypeInfo } from './notification-type-info.ts';
import type { Channels } from './notifications.ts';

/** Roles that may have sold something, as SELLING_ROLES of courses lists them. */
const SELLERS: readonly Role[] = ['teacher', 'institution', 'creator'];
const EVERYWHERE: Channels = { inApp: true, email: true, push: true };
const KEPT = { category: 'account', priority: 'medium', topic: null, retentionDays: 365 } as const;

/** The types of notifications about purchases and sales. */
export const PURCHASE_NOTIFICATION_TYPES = {
  purchase: {
    ...KEPT,
    label: 'Receipts of what you buy',
    reason: 'You bought this item.',
    channels: EVERYWHERE,
  },
  refund: {
    ...KEPT,
    label: 'Refunds of what you bought',
    reason: 'You bought this item.',
    channels: EVERYWHERE,
  },
  sale: {
    ...KEPT,
    label: 'Sales of your items',
    reason: 'You sell this item.',
    channels: { inApp: true, email: false, push: true },
    roles: SELLERS,
  },
  'refund-requested': {
    ...KEPT,
    label: 'Requests for refunds',
    reason: 'You sell this item.',
    channels: EVERYWHERE,
    roles: SELLERS,
  },
} as const satisfies Record<string, NotificationTypeInfo>;

/** What was bought, for how much, in minor units; `isTest` when no money was involved. */
interface Bought {
  title: string;
  amount: number;
  currency: string;
  isTest: boolean;
}

/** Parameters of each of {@link PURCHASE_NOTIFICATION_TYPES}. */
export interface PurchaseNotificationParams {
  purchase: Bought & { receiptNumber: number };
  /** Refunded, declined by the seller, not carried out by a bank, or about to be refunded because it came too late. */
  refund: Bought & { outcome: 'refunded' | 'declined' | 'failed' | 'returned' };
  /** `isReturned` marks a payment that came too late or twice: the buyer gets the money back. */
  sale: Bought & { isReturned?: boolean };
  /** The buyer asks the seller, or the buyer's bank demands the money back. The excerpt is the buyer's reason. */
  'refund-requested': Bought & { kind: 'request' | 'dispute'; excerpt: string | null };
}

type AboutPurchase = {
  [Type in keyof PurchaseNotificationParams]: { type: Type; params: PurchaseNotificationParams[Type] };
}[keyof PurchaseNotificationParams];

/** Whether a notification is about a purchase. */
export function isAboutPurchase<View extends { type: string }>(view: View): view is Extract<View, AboutPurchase> {
  return view.type in PURCHASE_NOTIFICATION_TYPES;
}

const REFUNDS = {
  refunded: { title: 'Refunded', excerpt: null },
  declined: { title: 'Refund declined', excerpt: 'The seller declined your request.' },
  failed: {
    title: 'Refund failed',
    excerpt: 'A bank refused it. The seller decides again.',
  },
  returned: {
    title: 'Payment not accepted',
    excerpt: 'You have this item already, or it is no longer sold at this price. You get the money back.',
  },
} as const;

/** Returns the texts of a notification about a purchase; `names` are those of its actors. */
export function purchaseText(view: AboutPurchase, names: string): NotificationText {
  const { title, amount, currency, isTest } = view.params;
  const bought = `${title} for ${formatAmount(amount, currency, undefined)}${isTest ? ' (test payment)' : ''}`;
  switch (view.type) {
    case 'purchase':
      return { title: 'Payment received', content: bought, excerpt: `Receipt ${view.params.receiptNumber}` };
    case 'refund':
      return { content: bought, ...REFUNDS[view.params.outcome] };
    case 'sale':
      if (view.params.isReturned === true)
        return { title: 'Payment not accepted', content: bought, excerpt: 'The buyer gets the money back.' };
      return { title: 'New sale', content: `${names} bought ${bought}`, excerpt: null };
    case 'refund-requested':
      return view.params.kind === 'dispute'
        ? { title: 'Payment disputed', content: bought, excerpt: "The buyer's bank demands the money back." }
        : { title: 'Refund requested', content: bought, excerpt: view.params.excerpt };
  }
}
