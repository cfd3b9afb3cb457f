import { countPerDay, type MetricParts } from '../../db/metric-source.ts';

const SALES = 'purchases s where s.seller_id is not null';
const paid = { owner: 's.seller_id', subject: 's.course_id', at: 's.paid_at', from: SALES };
const amount = { count: 'sum(s.amount)', currency: 's.currency' };

/** What purchases contribute to the numbers of the sellers. */
export const purchaseMetrics: MetricParts = {
  metrics: {
    sales: countPerDay('sales', paid),
    revenue: countPerDay('revenue', { ...paid, ...amount }),
    refunds: countPerDay('refunds', { ...paid, ...amount, at: 's.refunded_at' }),
  },
};
