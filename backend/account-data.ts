import type { Eraser } from './db/read.ts';
import { eraseCalls } from './domains/calls/call.erasure.ts';
import { eraseComments } from './domains/comments/comment.erasure.ts';
import { eraseCourses, eraseEnrollments, keepSoldCourses } from './domains/courses/course.erasure.ts';
import { eraseMessages } from './domains/messages/message.erasure.ts';
import { eraseNotifications } from './domains/notifications/notification.erasure.ts';
import { erasePosts } from './domains/posts/post.erasure.ts';
import { erasePurchases } from './domains/purchases/purchase.erasure.ts';
import { eraseReplies, eraseReviews } from './domains/reviews/review.erasure.ts';

/**
 * Lists what the deletion of an account erases before the user's row, in this order: one line per noun. Foreign keys
 * delete every other row that refers to the user, or clear the reference.
 */
export const accountErasers: readonly Eraser[] = [
  eraseComments,
  erasePosts,
  erasePurchases,
  eraseReplies,
  keepSoldCourses,
  eraseReviews,
  eraseEnrollments,
  eraseCourses,
  eraseCalls,
  eraseMessages,
  eraseNotifications,
];
