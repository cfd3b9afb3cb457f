import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { COURSE_LIMITS, PURCHASE_LIMITS as L } from '../limits.ts';
import { idParamsSchema, pageFields, pageQuerySchema } from './page.schema.ts';
import { SALE_FILTERS } from './purchases.ts';
import { textSchema } from './text.schema.ts';

const PRICE = 'The price is a whole number of minor units';

/** Inputs of purchaseEndpoints by endpoint name. */
export const purchaseSchemas = {
  purchaseCourse: {
    params: idParamsSchema,
    body: z.strictObject({
      expectedPrice: z.int(PRICE).check(z.minimum(0, PRICE), z.maximum(COURSE_LIMITS.priceMax, PRICE)),
      expectedCurrency: z
        .string('The currency is a code of three letters')
        .check(z.regex(/^[A-Z]{3}$/, 'The currency is a code of three letters')),
    }),
  },
  listPurchases: { query: pageQuerySchema(L.pageMaxItems) },
  getPurchase: { params: idParamsSchema },
  getReceipt: { params: idParamsSchema },
  finishTestPayment: {
    params: idParamsSchema,
    body: z.strictObject({ outcome: z.enum(['paid', 'failed'], 'Choose paid or failed') }),
  },
  requestRefund: {
    params: idParamsSchema,
    body: z.strictObject({
      reason: z.optional(
        textSchema('Write why', L.reasonMaxChars, `The reason has at most ${L.reasonMaxChars} characters`),
      ),
    }),
  },
  listSales: {
    query: z.strictObject({
      filter: z.optional(z.enum(SALE_FILTERS, 'Choose all or requested')),
      ...pageFields(L.pageMaxItems),
    }),
  },
  listSaleSums: { query: pageQuerySchema(L.pageMaxItems) },
  getSale: { params: idParamsSchema },
  decideRefund: {
    params: idParamsSchema,
    body: z.strictObject({ decision: z.enum(['refund', 'decline'], 'Choose refund or decline') }),
  },
} satisfies EndpointSchemas;
