import { purchaseSchemas } from '#shared/api/purchases.schema.ts';
import { purchaseEndpoints } from '#shared/api/purchases.ts';
import type { Pool } from '../../db/pool.ts';
import { notFound } from '../../http/app-error.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { loadReceipt, loadSaleView } from './purchase.view.ts';
import { sendSales } from './purchases.export.ts';
import { listPurchases, listSales } from './purchases.list.ts';
import { finishTestPayment, loadOwnPurchase, startPurchase, type PurchaseDeps } from './purchases.service.ts';
import { decideRefund, requestRefund } from './refunds.service.ts';
import { listSaleSums, sendSaleSums } from './sale-sums.list.ts';

/** Routes of purchases and sales. Exports and sums run on `searchPool`, so that other requests do not wait. */
export const purchaseRoutes = routesWith<PurchaseDeps & { searchPool: Pool }>()(purchaseEndpoints, purchaseSchemas, {
  purchaseCourse: ({ em, deps, identity, params, body }) =>
    startPurchase(em, deps, { courseId: params.id, buyerId: identity.id, ...body }),
  listPurchases: ({ pool, deps, identity, query }) =>
    listPurchases(pool, identity.id, { ...query, refundDays: deps.refundDays }),
  getPurchase: ({ pool, deps, identity, params }) =>
    loadOwnPurchase(pool, params.id, { buyerId: identity.id, refundDays: deps.refundDays }),
  getReceipt: async ({ pool, identity, params }) => {
    const receipt = await loadReceipt(pool, params.id, identity.id);
    if (!receipt) throw notFound('This receipt');
    return receipt;
  },
  finishTestPayment: ({ tx, deps, identity, params, body }) =>
    finishTestPayment(tx, deps, { id: params.id, buyerId: identity.id, ...body }),
  requestRefund: ({ tx, deps, identity, params, body }) =>
    requestRefund(tx, deps, { id: params.id, buyerId: identity.id, ...body }),
  listSales: ({ pool, identity, query }) => listSales(pool, identity.id, query),
  listSaleSums: ({ deps, identity, query }) => listSaleSums(deps.searchPool, identity.id, query),
  exportSaleSums: async ({ deps, identity, res }) => {
    await sendSaleSums(deps.searchPool, identity.id, res);
    return RESPONDED;
  },
  // After the addresses of one word, which are not ids.
  getSale: async ({ pool, identity, params }) => {
    const sale = await loadSaleView(pool, params.id, identity.id);
    if (!sale) throw notFound('This sale');
    return sale;
  },
  exportSales: async ({ deps, identity, res }) => {
    await sendSales(deps.searchPool, identity.id, res);
    return RESPONDED;
  },
  decideRefund: ({ tx, deps, identity, params, body }) =>
    decideRefund(tx, deps, { id: params.id, sellerId: identity.id, ...body }),
});
