import { SIGNED_IN } from '../identities.ts';
import { about, all, own, type Recipe } from './call.ts';

const price = { expectedPrice: 0, expectedCurrency: 'USD' };

/** Recipes of purchases, sales and refunds. */
export const PURCHASE_RECIPES: Readonly<Record<string, Recipe>> = {
  purchaseCourse: all(
    about('course', { body: price }),
    about('course', { body: { ...price, expectedPrice: 1_500 } }),
    about('course', { body: { ...price, amount: 1 } }),
    ({ ids }) => [{ params: { id: ids.course }, body: { ...price, buyerId: ids.user } }],
    ({ ids }) => [{ params: { id: ids.purchase }, body: price }],
  ),
  listPurchases: all(own(SIGNED_IN), ({ ids }) => [{ query: { buyerId: ids.user } }]),
  getPurchase: all(about('purchase'), about('sale')),
  getReceipt: all(about('purchase'), about('sale')),
  finishTestPayment: all(
    about('purchase', { body: { outcome: 'paid' } }),
    about('sale', { body: { outcome: 'failed' } }),
    ({ ids }) => [{ params: { id: ids.purchase }, body: { outcome: 'paid', buyerId: ids.user } }],
  ),
  requestRefund: all(about('purchase', { body: {} }), about('sale', { body: { reason: 'x' } })),
  listSales: all(own(SIGNED_IN, {}, { query: { filter: 'requested' } }), ({ ids }) => [
    { query: { sellerId: ids.user } },
  ]),
  getSale: all(about('sale'), about('purchase')),
  exportSales: all(own(SIGNED_IN), ({ ids }) => [{ query: { sellerId: ids.user } }]),
  listSaleSums: all(own(SIGNED_IN), ({ ids }) => [{ query: { sellerId: ids.user } }]),
  exportSaleSums: all(own(SIGNED_IN), ({ ids }) => [{ query: { sellerId: ids.user } }]),
  decideRefund: all(
    about('sale', { body: { decision: 'refund' } }),
    about('sale', { body: { decision: 'decline' } }),
    about('purchase', { body: { decision: 'refund' } }),
  ),
};
