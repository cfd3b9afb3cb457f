import type { DataRecord } from './data-record.ts';

/** What is stored about purchases. */
export const PURCHASE_RECORDS: readonly DataRecord[] = [
  {
    table: 'purchases',
    title: 'Purchases and sales',
    content:
      'What was bought, by whom and from whom, price, receipt with both names, payment and refund with their times, the reason you give for a refund, and the numbers under which the payment provider knows them. No card or bank data',
    purpose: 'To give buyers what they paid for, and both sides a record of it',
    retention:
      'Attempts without a payment: as long as you have an account. Payments stay in the books of the seller and of the server; deleting your account removes your name and words from what you bought, and buyers keep their receipts',
    visibility: 'The buyer and the seller. The payment provider learns the title and the price',
  },
  {
    table: 'payment_events',
    title: 'Reports of the payment provider',
    content: 'The numbers of reports that were handled, without names',
    purpose: 'To handle each report once',
    retention: '30 days',
    visibility: 'No one',
  },
];
