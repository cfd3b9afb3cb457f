import type { MetricParts } from './db/metric-source.ts';
import { advertisementMetrics } from './domains/advertisements/advertisement.metrics.ts';
import { metricDayMetrics } from './domains/analytics/metric-day.metrics.ts';
import { pageViewMetrics } from './domains/analytics/page-view.metrics.ts';
import { commentMetrics } from './domains/comments/comment.metrics.ts';
import { connectionMetrics } from './domains/connections/connection.metrics.ts';
import { courseMetrics } from './domains/courses/course.metrics.ts';
import { eventMetrics } from './domains/events/event.metrics.ts';
import { messageMetrics } from './domains/messages/message.metrics.ts';
import { postMetrics } from './domains/posts/post.metrics.ts';
import { purchaseMetrics } from './domains/purchases/purchase.metrics.ts';
import { reviewMetrics } from './domains/reviews/review.metrics.ts';
import { verificationMetrics } from './domains/verifications/verification.metrics.ts';

/** Lists what the numbers of the page Analytics are counted from: one line per noun. */
export const metricParts: readonly MetricParts[] = [
  pageViewMetrics,
  metricDayMetrics,
  courseMetrics,
  purchaseMetrics,
  reviewMetrics,
  postMetrics,
  commentMetrics,
  messageMetrics,
  connectionMetrics,
  eventMetrics,
  advertisementMetrics,
  verificationMetrics,
];
