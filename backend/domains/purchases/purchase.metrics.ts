import { countPerDay, type MetricParts } from '../../db/metric-source.ts';

const SALES = 'purchases s where s.seller_id is not null';
const paid = { owner: 's.seller_id', subject: 's.course_id', at: 's.paid_at', from: SALES };

/** What purchases contribute to the numbers of the sellers. */
export const purchaseMetrics: MetricParts = {
  metrics: {
    sales: countPerDay('sales', paid),
    revenue: countPerDay('revenue', { ...paid, count: 'sum(s.amount)' }),
    refunds: countPerDay('refunds', { ...paid, at: 's.refunded_at', count: 'sum(s.amount)' }),
  },
};
