import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { ClaimedEntry } from '#shared/api/verifications.ts';
import { DAY_MS } from '#shared/time.ts';
import { Advertisement } from '../domains/advertisements/advertisement.entity.ts';
import { Session } from '../domains/auth/session.entity.ts';
import { Call } from '../domains/calls/call.entity.ts';
import { Comment } from '../domains/comments/comment.entity.ts';
import { Connection } from '../domains/connections/connection.entity.ts';
import { CourseFile } from '../domains/courses/course-file.entity.ts';
import { CourseLesson } from '../domains/courses/course-lesson.entity.ts';
import { CourseSection } from '../domains/courses/course-section.entity.ts';
import { Course } from '../domains/courses/course.entity.ts';
import { Enrollment } from '../domains/courses/enrollment.entity.ts';
import { Event } from '../domains/events/event.entity.ts';
import { StoredFile } from '../domains/files/file.entity.ts';
import { Conversation } from '../domains/messages/conversation.entity.ts';
import { Message } from '../domains/messages/message.entity.ts';
import { Block } from '../domains/visibility/block.entity.ts';
import { Notification } from '../domains/notifications/notification.entity.ts';
import { PostLike } from '../domains/posts/post-like.entity.ts';
import { Post } from '../domains/posts/post.entity.ts';
import { Purchase } from '../domains/purchases/purchase.entity.ts';
import { Review } from '../domains/reviews/review.entity.ts';
import { UserPreferences } from '../domains/preferences/user-preferences.entity.ts';
import { SavedItem } from '../domains/saved/saved-item.entity.ts';
import { User } from '../domains/users/user.entity.ts';
import { Verification } from '../domains/verifications/verification.entity.ts';

/** Hash (argon2id) of the password 'correct horse battery', computed once so that tests do not hash. */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$pokuZSeNq7HhORqwfHN79g$iCJ5AC3I+Ny3EgOL4qJAgO/nljKgNIelkzVFMKy0hTs';

type Fields<Entity> = Partial<RequiredEntityData<Entity>>;

let serial = 0;

/** Saves an account of any role (student by default) with its preferences; `password` takes an argon2id hash. */
export async function buildUser(em: EntityManager, fields: Fields<User> = {}): Promise<User> {
  serial += 1;
  const tag = `${serial}-${randomBytes(3).toString('hex')}`;
  const user = em.create(User, {
    username: `user-${tag}`,
    email: `user-${tag}@example.test`,
    fullName: `Person ${serial}`,
    role: 'student',
    password: TEST_PASSWORD_HASH,
    emailVerifiedAt: new Date(),
    ...fields,
  });
  em.create(UserPreferences, { userId: user.id });
  await em.flush();
  return user;
}

/** Saves a post, of a new user when `userId` is missing. Counters are taken from the fields. */
export async function buildPost(em: EntityManager, fields: Fields<Post> = {}): Promise<Post> {
  const userId = fields.userId ?? (await buildUser(em)).id;
  return saved(em, em.create(Post, { content: 'A post to read.', ...fields, userId }));
}

/** Saves a like and counts it on its post. */
export async function buildLike(
  em: EntityManager,
  { postId, userId }: { postId: string; userId: string },
): Promise<PostLike> {
  const like = await saved(em, em.create(PostLike, { postId, userId }));
  await em.execute('update posts set likes = likes + 1 where id = ?', [postId]);
  return like;
}

/** Saves a comment and counts it on its post; creates the post and the user when they are missing. */
export async function buildComment(em: EntityManager, fields: Fields<Comment> = {}): Promise<Comment> {
  const userId = fields.userId ?? (await buildUser(em)).id;
  const postId = fields.postId ?? (await buildPost(em)).id;
  const comment = await saved(em, em.create(Comment, { content: 'A comment.', ...fields, postId, userId }));
  await em.execute('update posts set comments = comments + 1 where id = ?', [postId]);
  return comment;
}

/** Saves a connection from `userId` to `connectedUserId`, accepted unless `status` is given. */
export async function buildConnection(
  em: EntityManager,
  fields: Fields<Connection> & { userId: string; connectedUserId: string },
): Promise<Connection> {
  return saved(em, em.create(Connection, { status: 'accepted', ...fields }));
}

/** Saves a block of `blockedId` by `blockerId`. */
export async function buildBlock(em: EntityManager, fields: { blockerId: string; blockedId: string }): Promise<Block> {
  return saved(em, em.create(Block, fields));
}

/** Saves a voice call that has ended without an answer. */
export async function buildCall(
  em: EntityManager,
  fields: Fields<Call> & { callerId: string; calleeId: string },
): Promise<Call> {
  const now = new Date();
  const ended = { createdAt: now, endedAt: now, endReason: 'cancelled' } as const;
  return saved(em, em.create(Call, { type: 'voice', route: 'direct', ...ended, ...fields }));
}

/** Saves the record of a ready image; no bytes are written to the file store. */
export async function buildFile(em: EntityManager, fields: Fields<StoredFile> = {}): Promise<StoredFile> {
  const ownerId = fields.ownerId ?? (await buildUser(em)).id;
  return saved(
    em,
    em.create(StoredFile, {
      purpose: 'post-image',
      sha256: createHash('sha256').update(randomBytes(8)).digest('hex'),
      mime: 'image/webp',
      name: 'picture.webp',
      sizeBytes: 1_024,
      width: 640,
      height: 480,
      ...fields,
      ownerId,
    }),
  );
}

/**
 * Saves a session for a day. Returns it with the secret `token` whose SHA-256 is stored. Without `userId` it is
 * anonymous.
 */
export async function buildSession(
  em: EntityManager,
  fields: Fields<Session> = {},
): Promise<{ session: Session; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const session = em.create(Session, {
    tokenHash: createHash('sha256').update(token).digest(),
    expiresAt: new Date(Date.now() + DAY_MS),
    ...fields,
  });
  return { session: await saved(em, session), token };
}

/** Saves a published item at 1,500 minor units, of a new teacher when `userId` is missing. */
export async function buildCourse(em: EntityManager, fields: Fields<Course> = {}): Promise<Course> {
  const userId = fields.userId ?? (await buildUser(em, { role: 'teacher' })).id;
  return saved(
    em,
    em.create(Course, {
      title: 'Statistics from the ground up',
      description: 'Ten short lessons.',
      price: 1_500,
      category: 'Mathematics',
      status: 'published',
      publishedAt: fields.createdAt ?? new Date(),
      ...fields,
      userId,
    }),
  );
}

/** Saves an enrollment in a free item and counts it; creates the item and the user when they are missing. */
export async function buildEnrollment(em: EntityManager, fields: Fields<Enrollment> = {}): Promise<Enrollment> {
  const userId = fields.userId ?? (await buildUser(em)).id;
  const courseId = fields.courseId ?? (await buildCourse(em, { price: 0 })).id;
  const enrollment = await saved(em, em.create(Enrollment, { ...fields, userId, courseId }));
  await em.execute('update courses set enrollments = enrollments + 1 where id = ?', [courseId]);
  return enrollment;
}

/** Saves a review of an item and counts it; creates the user when it is missing. The user does not get the item. */
export async function buildReview(em: EntityManager, fields: Fields<Review> & { courseId: string }): Promise<Review> {
  const userId = fields.userId ?? (await buildUser(em)).id;
  const review = await saved(em, em.create(Review, { rating: 4, text: 'Clear.', ...fields, userId }));
  await em.execute('update courses set reviews = reviews + 1, rating_sum = rating_sum + ? where id = ?', [
    review.rating,
    fields.courseId,
  ]);
  return review;
}

/** Saves a file of an item; no bytes are written to the file store. */
export async function buildCourseFile(
  em: EntityManager,
  fields: Fields<CourseFile> & { courseId: string },
): Promise<CourseFile> {
  const fileId = fields.fileId ?? (await buildFile(em, { purpose: 'course-file' })).id;
  return saved(em, em.create(CourseFile, { title: 'Worksheet', position: 0, ...fields, fileId }));
}

/** Saves a lesson, a text unless `kind` and its content are given; creates a section when `sectionId` is missing. */
export async function buildLesson(
  em: EntityManager,
  fields: Fields<CourseLesson> & { courseId: string },
): Promise<CourseLesson> {
  const { courseId, kind = 'text' } = fields;
  const sectionId =
    fields.sectionId ?? (await saved(em, em.create(CourseSection, { courseId, title: 'Basics', position: 0 }))).id;
  const content = kind === 'text' ? { text: 'What a mean is.' } : {};
  return saved(em, em.create(CourseLesson, { title: 'Means', position: 0, ...content, ...fields, kind, sectionId }));
}

/** Saves that a user has opened `opened` of the lessons of an item, and first so many lessons that there are `of`. */
export async function buildLessonUses(
  em: EntityManager,
  { userId, courseId, opened, of }: { userId: string; courseId: string; opened: number; of: number },
): Promise<void> {
  for (let at = await em.count(CourseLesson, { courseId }); at < of; at += 1)
    await buildLesson(em, { courseId, position: at });
  await em.execute(
    `insert into lesson_uses (user_id, lesson_id, course_id)
      select ?, id, course_id from course_lessons where course_id = ? order by id limit ? on conflict do nothing`,
    [userId, courseId, opened],
  );
}

/** Saves that the server has sent a part, from 0 to 1, of a file of an item to a user. */
export async function buildFileUse(
  em: EntityManager,
  { userId, fileId, share = 1 }: { userId: string; fileId: string; share?: number },
): Promise<void> {
  await em.execute(
    `insert into file_uses (user_id, course_file_id, course_id, served, served_bytes)
      select ?, t.id, t.course_id, int8multirange(int8range(0, n.bytes)), n.bytes from course_files t
        join files f on f.id = t.file_id cross join lateral (select round(f.size_bytes * ?::float8)::bigint as bytes) n
      where t.id = ?
      on conflict (user_id, course_file_id) do update
        set served = excluded.served, served_bytes = excluded.served_bytes`,
    [userId, share, fileId],
  );
}

/** Saves a paid purchase at the test provider, of a deleted item when `courseId` is missing. The buyer gets no item. */
export async function buildPurchase(em: EntityManager, fields: Fields<Purchase>): Promise<Purchase> {
  const [next] = await em.execute<{ number: number }[]>(
    'select coalesce(max(receipt_number), 0) + 1 as number from purchases',
  );
  return saved(
    em,
    em.create(Purchase, {
      title: 'Statistics from the ground up',
      contentType: 'course',
      amount: 1_500,
      currency: 'USD',
      provider: 'test',
      status: 'paid',
      expiresAt: new Date(),
      checkAt: new Date(),
      paidAt: new Date(),
      receiptNumber: next?.number ?? 1,
      ...fields,
    }),
  );
}

/** Saves a verification request for a profile entry, pending unless `status` is given. */
export async function buildVerification(
  em: EntityManager,
  fields: Fields<Verification> & { userId: string; institutionId: string; entry: ClaimedEntry },
): Promise<Verification> {
  return saved(em, em.create(Verification, { entryId: uuidv7(), ...fields }));
}

/** Saves an advertisement that is shown in section 1, of a new teacher when `userId` is missing. */
export async function buildAdvertisement(
  em: EntityManager,
  fields: Fields<Advertisement> = {},
): Promise<Advertisement> {
  const userId = fields.userId ?? (await buildUser(em, { role: 'teacher' })).id;
  return saved(
    em,
    em.create(Advertisement, {
      title: 'Summer school',
      description: 'Two weeks of statistics.',
      linkUrl: 'https://school.example/',
      state: 'active',
      ...fields,
      userId,
    }),
  );
}

/**
 * Saves an event without a limit of seats, a week from now unless `date` is given, of a new teacher when `userId` is
 * missing.
 */
export async function buildEvent(em: EntityManager, fields: Fields<Event> = {}): Promise<Event> {
  const userId = fields.userId ?? (await buildUser(em, { role: 'teacher' })).id;
  return saved(
    em,
    em.create(Event, {
      title: 'Study table',
      description: 'Bring one question.',
      date: new Date(Date.now() + 7 * DAY_MS),
      location: 'Group room 2',
      ...fields,
      userId,
    }),
  );
}

/** Saves a message at the end of two users' conversation; creates the conversation when it is missing. */
export async function buildMessage(
  em: EntityManager,
  fields: Fields<Message> & { senderId: string; receiverId: string },
): Promise<Message> {
  const [lowId, highId] = [fields.senderId, fields.receiverId].toSorted();
  const conversation =
    (await em.findOne(Conversation, { lowId, highId })) ?? em.create(Conversation, { lowId, highId });
  conversation.lastSeq = (conversation.lastSeq ?? 0) + 1;
  await saved(em, conversation);
  const place = { conversationId: conversation.id, conversationSeq: conversation.lastSeq };
  return saved(em, em.create(Message, { clientId: uuidv7(), content: 'Hello there.', ...place, ...fields }));
}

/** Saves an unread notification in a group of its own, of a new user when `userId` is missing. */
export async function buildNotification(em: EntityManager, fields: Fields<Notification> = {}): Promise<Notification> {
  const userId = fields.userId ?? (await buildUser(em)).id;
  const id = uuidv7();
  return saved(
    em,
    em.create(Notification, {
      id,
      groupKey: id,
      type: 'post-commented',
      metadata: { excerpt: null },
      category: 'posts',
      ...fields,
      userId,
    }),
  );
}

/** Saves a bookmark of a post. */
export async function buildSavedPost(
  em: EntityManager,
  fields: { userId: string; itemId: string },
): Promise<SavedItem> {
  return saved(em, em.create(SavedItem, { type: 'post', ...fields }));
}

async function saved<Entity extends object>(em: EntityManager, entity: Entity): Promise<Entity> {
  await em.persist(entity).flush();
  return entity;
}
