import { useFinishTestPayment, useRequestRefund, useStartPurchase } from '../../features/purchases/api/mutations.ts';
import { purchaseQuery } from '../../features/purchases/api/queries.ts';
import { useRemoveReview, useSetReview } from '../../features/reviews/api/mutations.ts';
import { ownReviewQuery } from '../../features/reviews/api/queries.ts';
import { AT, record, type Context, type NounCase, type State } from './noun-case.ts';

const pending = () => ({ id: 'p1', courseId: 'c1', provider: 'test', status: 'pending', createdAt: AT, refund: null });
const change =
  (fields: object) =>
  ({ state }: Context) =>
    Object.assign(record(state, 'purchase'), fields);
const setReview = ({ state, body }: Context): State => (state['own'] = { review: body, canReview: true });

/** The cases of purchases and of reviews of what was bought. */
export const PURCHASE_CASES: readonly NounCase[] = [
  {
    noun: 'purchases',
    name: 'a purchase',
    covers: ['useStartPurchase', 'useFinishTestPayment', 'useRequestRefund'],
    state: () => ({ purchase: pending() }),
    routes: {
      'GET /api/purchases/*': ({ state }) => state['purchase'],
      'POST /api/courses/*/purchase': ({ state }) => ({ purchase: state['purchase'], next: '/library?purchase=p1' }),
      'POST /api/purchases/*/test-payment': change({ status: 'paid' }),
      'POST /api/purchases/*/refund': change({ refund: { state: 'requested' } }),
    },
    queries: () => [purchaseQuery('p1')],
    useMutations: () => ({
      start: useStartPurchase('c1'),
      finish: useFinishTestPayment('p1'),
      refund: useRequestRefund('p1'),
    }),
    actions: [
      (run) => run.mutate('start', { expectedPrice: 500, expectedCurrency: 'USD' }),
      (run) => run.mutate('finish', 'paid'),
      (run) => run.mutate('refund', {}),
    ],
  },
  {
    noun: 'reviews',
    name: 'the own review of an item',
    covers: [],
    state: () => ({ own: { review: null, canReview: true } }),
    routes: {
      'GET /api/courses/*/review': ({ state }) => state['own'],
      'PUT /api/courses/*/review': setReview,
      'DELETE /api/courses/*/review': ({ state }) => void (state['own'] = { review: null, canReview: true }),
    },
    queries: () => [ownReviewQuery('c1', 100)],
    useMutations: () => ({ set: useSetReview('c1'), remove: useRemoveReview('c1') }),
    actions: [
      (run) => run.mutate('set', { rating: 4, text: 'Clear.', version: '' }),
      (run) => run.mutate('set', { rating: 5, text: 'Very clear.', version: '' }),
      (run) => run.mutate('remove'),
    ],
  },
];
