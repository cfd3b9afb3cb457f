import { IdempotencyKey } from './db/idempotency-key.entity.ts';
import { OutboxRow } from './db/outbox.entity.ts';
import { AdDay } from './domains/advertisements/ad-day.entity.ts';
import { AdHide } from './domains/advertisements/ad-hide.entity.ts';
import { AdView } from './domains/advertisements/ad-view.entity.ts';
import { Advertisement } from './domains/advertisements/advertisement.entity.ts';
import { Annotation } from './domains/analytics/annotation.entity.ts';
import { MemberGroup } from './domains/analytics/member-group.entity.ts';
import { MetricDay } from './domains/analytics/metric-day.entity.ts';
import { MetricRun } from './domains/analytics/metric-run.entity.ts';
import { PageView, ViewSalt } from './domains/analytics/page-view.entity.ts';
import { FeedSource } from './domains/audiences/feed-source.entity.ts';
import { AuditEntry } from './domains/audit/audit-entry.entity.ts';
import { ExportJob } from './domains/account/export-job.entity.ts';
import { AuthToken } from './domains/auth/auth-token.entity.ts';
import { KnownDevice } from './domains/auth/known-device.entity.ts';
import { RecoveryCode } from './domains/auth/recovery-code.entity.ts';
import { Session } from './domains/auth/session.entity.ts';
import { TwoFactor } from './domains/auth/two-factor.entity.ts';
import { Call } from './domains/calls/call.entity.ts';
import { Comment } from './domains/comments/comment.entity.ts';
import { PastRequest } from './domains/connections/past-request.entity.ts';
import { SuggestionDismissal } from './domains/connections/suggestion-dismissal.entity.ts';
import { Connection } from './domains/connections/connection.entity.ts';
import { CourseChange } from './domains/courses/course-change.entity.ts';
import { CourseDownload } from './domains/courses/course-download.entity.ts';
import { FileUse } from './domains/courses/file-use.entity.ts';
import { LessonUse } from './domains/courses/lesson-use.entity.ts';
import { CourseFile } from './domains/courses/course-file.entity.ts';
import { CourseLesson } from './domains/courses/course-lesson.entity.ts';
import { CourseSection } from './domains/courses/course-section.entity.ts';
import { Course } from './domains/courses/course.entity.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import { FilePosition } from './domains/courses/file-position.entity.ts';
import { LessonProgress } from './domains/courses/lesson-progress.entity.ts';
import { AnswerTime } from './domains/courses/answer-time.entity.ts';
import { StudyDay } from './domains/courses/study-day.entity.ts';
import { CalendarFeed } from './domains/events/calendar-feed.entity.ts';
import { EventAttendee } from './domains/events/event-attendee.entity.ts';
import { Event } from './domains/events/event.entity.ts';
import { Instance } from './domains/files/instance.entity.ts';
import { StoredFile } from './domains/files/file.entity.ts';
import { UploadSession } from './domains/files/upload-session.entity.ts';
import { Review } from './domains/reviews/review.entity.ts';
import { ConversationStateRow } from './domains/messages/conversation-state.entity.ts';
import { Conversation } from './domains/messages/conversation.entity.ts';
import { MessageHide } from './domains/messages/message-hide.entity.ts';
import { MessageIndex } from './domains/messages/message-index.entity.ts';
import { Message } from './domains/messages/message.entity.ts';
import { Presence, PresenceNode } from './domains/presence/presence.entity.ts';
import { ReadCursor } from './domains/messages/read-cursor.entity.ts';
import { Block } from './domains/visibility/block.entity.ts';
import { Announcement } from './domains/operator/announcement.entity.ts';
import { Report } from './domains/operator/report.entity.ts';
import { NotificationMute } from './domains/notifications/notification-mute.entity.ts';
import { NotificationPreferencesRow } from './domains/notifications/notification-preferences.entity.ts';
import { Notification } from './domains/notifications/notification.entity.ts';
import { ReleasedUsername } from './domains/users/released-username.entity.ts';
import { StrangerCount } from './domains/notifications/stranger-count.entity.ts';
import { PushSubscription } from './domains/notifications/push-subscription.entity.ts';
import { FeedSettings } from './domains/posts/feed-settings.entity.ts';
import { PostEdit } from './domains/posts/post-edit.entity.ts';
import { PostLike } from './domains/posts/post-like.entity.ts';
import { Post } from './domains/posts/post.entity.ts';
import { PaymentEventRow } from './domains/purchases/payment-event.entity.ts';
import { Purchase } from './domains/purchases/purchase.entity.ts';
import { PrivacySettings } from './domains/visibility/privacy-settings.entity.ts';
import { UserPreferences } from './domains/preferences/user-preferences.entity.ts';
import { Draft } from './domains/saved/draft.entity.ts';
import { Marker } from './domains/saved/marker.entity.ts';
import { SavedItem } from './domains/saved/saved-item.entity.ts';
import { SearchHistory } from './domains/search/search-history.entity.ts';
import { SearchIndex } from './domains/search/search-index.entity.ts';
import { HelpFeedback } from './domains/help/help-feedback.entity.ts';
import { HelpSearch } from './domains/help/help-search.entity.ts';
import { SupportRequest } from './domains/help/support-request.entity.ts';
import { SearchWord } from './domains/search/search-word.entity.ts';
import { DirectoryListing } from './domains/students/directory-listing.entity.ts';
import { StudyPartnerFlag } from './domains/students/study-partner-flag.entity.ts';
import { UserLogEntry } from './domains/sync/user-log-entry.entity.ts';
import { UserLog } from './domains/sync/user-log.entity.ts';
import { Verification } from './domains/verifications/verification.entity.ts';
import { User } from './domains/users/user.entity.ts';

/** Every entity of the server, parents before children; used by the ORM, the migrations and the tests. */
export const entities = [
  User,
  Session,
  AuthToken,
  TwoFactor,
  KnownDevice,
  RecoveryCode,
  ExportJob,
  UserPreferences,
  PrivacySettings,
  Verification,
  Instance,
  StoredFile,
  UploadSession,
  Post,
  PostLike,
  PostEdit,
  FeedSettings,
  Call,
  Comment,
  Course,
  CourseChange,
  CourseDownload,
  FileUse,
  LessonUse,
  CourseFile,
  CourseLesson,
  CourseSection,
  Review,
  Purchase,
  PaymentEventRow,
  Conversation,
  ConversationStateRow,
  ReadCursor,
  Message,
  MessageHide,
  MessageIndex,
  UserLog,
  UserLogEntry,
  Event,
  Advertisement,
  AdDay,
  AdView,
  AdHide,
  MetricDay,
  MetricRun,
  Annotation,
  PageView,
  ViewSalt,
  MemberGroup,
  Connection,
  PastRequest,
  SuggestionDismissal,
  Enrollment,
  FilePosition,
  LessonProgress,
  StudyDay,
  AnswerTime,
  FeedSource,
  DirectoryListing,
  StudyPartnerFlag,
  HelpFeedback,
  HelpSearch,
  SupportRequest,
  EventAttendee,
  CalendarFeed,
  Notification,
  NotificationPreferencesRow,
  NotificationMute,
  StrangerCount,
  ReleasedUsername,
  PushSubscription,
  PresenceNode,
  Presence,
  SearchIndex,
  SearchWord,
  SearchHistory,
  SavedItem,
  Draft,
  Marker,
  Block,
  Announcement,
  Report,
  AuditEntry,
  IdempotencyKey,
  OutboxRow,
];
