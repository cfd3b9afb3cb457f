import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { articlesOf } from '../article.ts';

/** Buying, refunds and selling. */
export const PAYMENT_ARTICLES = articlesOf('payments', [
  {
    id: 'buy-items',
    title: 'Buy an item',
    words: 'pay price order purchase receipt invoice card money test payment cancelled failed',
    summary: 'You see the whole price before you pay, and each payment has a receipt.',
    open: { path: '/library?purchases=1', label: 'Open your purchases' },
    body: [
      {
        steps: [
          'Open an item that has a price and choose **Buy**. The order names the item, the seller and the total.',
          'Continue to the payment. Lyceum never sees the data of your card: you pay on the page of the payment provider.',
          'You come back to the page of the purchase. It says how far the payment is, and updates by itself.',
        ],
      },
      'Once it is paid, the item is in your [Library](/library) on every device. Each purchase has a receipt with a number, which you can print.',
      { heading: 'When something goes wrong', id: 'wrong' },
      {
        points: [
          '**The price has changed meanwhile**: nothing is charged, and the order asks again with the new price.',
          '**The connection was lost**: try again. You get the same purchase, and you do not pay twice.',
          '**You left the payment page**: nothing is charged. Choose “Continue to payment”, or leave it: the purchase ends by itself.',
          '**The payment failed**: nothing is charged. You can buy the item again.',
        ],
      },
      { heading: 'Test payments', id: 'test' },
      'A Lyceum on a single computer can offer test payments. They are always labelled “Test payment”, and no money is involved. On a server without payments nothing can be bought; free items work.',
    ],
  },
  {
    id: 'refunds',
    title: 'Get your money back',
    words: 'refund return cancel purchase complaint money back declined dispute',
    summary: 'Soon after the purchase at once; later the seller decides.',
    open: { path: '/library?purchases=1', label: 'Open your purchases' },
    body: [
      {
        steps: [
          'Open the [purchase](/library?purchases=1).',
          'Under Refund, choose **Get a refund** or **Ask for a refund**, and write why if you like. The seller sees your reason.',
        ],
      },
      `For some days after the payment, and before you download a file, open more than half of one or open ${PURCHASE_LIMITS.refundProgress}% of the item, you get the money back at once. The item says how many days. A lesson counts when you open it, a file as far as you have loaded it. Free previews do not count. This is possible once for an item, and ${PURCHASE_LIMITS.automaticRefundsMax} times in ${PURCHASE_LIMITS.automaticRefundDays} days. After that the seller decides, and you are notified. For an item that was removed because it breaks the rules, you get the money back at any time.`,
      'With the refund you lose the item, your progress in it and your review of it. While it is being made, the lessons and files are closed. The receipt stays, and says when the money was returned. How soon it is in your account depends on your bank.',
      'A seller can decline a request once. If you think that this is unfair, [write to us](/help?contact=1).',
    ],
  },
  {
    id: 'sell-items',
    roles: ['teacher', 'institution', 'creator'],
    title: 'Sell what you make',
    words: 'price money sales income csv export refund request decline revenue customers buyers',
    summary: 'Set a price, see each sale, and decide about refunds.',
    open: { path: '/library?sales=1', label: 'Open your sales' },
    body: [
      'When you edit an item, choose **Paid** under Price. Members who have the item keep it when you change the price or unpublish it.',
      {
        points: [
          '**Sales** in the Library lists every payment, the latest first, and you are notified of each.',
          '**By item** adds up the sales of each item: how many were sold and refunded, and what is left before the fees of the payment provider. Each currency has its own line.',
          '**Download all as CSV** saves all sales as a table, without email addresses; under **By item** it saves the sums.',
          '**Refund requests** lists buyers who wait for your decision, with their reasons. A refund ends their access; it cannot be undone. When you decline, the buyer keeps the item and is notified.',
          'You can refund a sale without a request too, from its menu.',
          'Buyers ask you questions from the page of the item. Creators answer them in the Library, under **Questions**; all others in Chat.',
        ],
      },
      'Refunds soon after a purchase are automatic. When the bank of a buyer demands the money back, the sale says “Payment disputed”; the operator of this Lyceum answers the bank.',
      'The money goes to the account of the operator, who pays you out by your own agreement. Students publish free items.',
    ],
  },
]);
