import type { Eraser } from './db/read.ts';
import { eraseComments } from './domains/comments/comment.erasure.ts';
import { eraseEnrollments } from './domains/courses/course.erasure.ts';
import { eraseMessages } from './domains/messages/message.erasure.ts';
import { eraseNotifications } from './domains/notifications/notification.erasure.ts';
import { erasePosts } from './domains/posts/post.erasure.ts';

/**
 * What the deletion of an account erases before the user's own row, in this order: one line a noun. Every other row
 * that refers to the user goes, or loses the reference, by its foreign key.
 */
export const accountErasers: readonly Eraser[] = [
  eraseComments,
  erasePosts,
  eraseEnrollments,
  eraseMessages,
  eraseNotifications,
];
