import type {
  ChangeableType,
  Channels,
  Digest,
  NotificationTopic,
  NotificationType,
} from '#shared/api/notifications.ts';
import { defaultPrivacy, type QuietHours, type Reach } from '#shared/api/privacy.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { read, type Reader } from '../../db/read.ts';
import { isInOneInstitution, isRelated } from '../audiences/audience.access.ts';
import { hasWrittenIn } from '../comments/comment.view.ts';
import { isCourseAuthor } from '../courses/course.view.ts';
import { classOfPost } from '../posts/post.access.ts';
import { joinPreferences } from '../preferences/preferences.view.ts';
import type { Relation } from '../visibility/reach.access.ts';
import { connectedWith } from '../visibility/visibility.access.ts';
import { isByRelation } from './reach-rules.ts';

/** A recipient's notification settings, and the relationship to an actor and a source. */
export interface RecipientSettings {
  fullName: string;
  role: Role;
  email: string;
  /** An unconfirmed address may belong to another user: it receives nothing but its confirmation. */
  isEmailVerified: boolean;
  preferences: Record<NotificationTopic | 'emailNotifications' | 'pushNotifications', boolean>;
  /** The changed channels by type; a missing one has the type's default. */
  types: Partial<Record<ChangeableType, Partial<Channels>>>;
  digest: Digest;
  digestHour: number;
  quietHours: QuietHours;
  /** A block separates recipient and actor. */
  isHidden: boolean;
  isMuted: boolean;
  /** What the recipient and the actor have in common; null where the type does not depend on it. */
  relation: Relation | null;
  /** The browsers that receive web push, by the ids of their subscriptions, the latest first. */
  subscriptionIds: string[];
}

interface RecipientRow {
  position: string;
  full_name: string;
  email: string;
  role: Role;
  email_on: boolean;
  is_email_verified: boolean;
  push_on: boolean;
  messages_on: boolean;
  connections_on: boolean;
  courses_on: boolean;
  marketing_on: boolean;
  types: RecipientSettings['types'] | null;
  digest: Digest;
  digest_hour: number;
  quiet_hours: QuietHours | null;
  is_hidden: boolean;
  is_muted: boolean;
  is_connected: boolean | null;
  is_related: boolean | null;
  is_unlimited: boolean | null;
  has_written: boolean | null;
  who_can_mention: Reach | null;
  subscription_ids: string[];
}

/** Settings of users ($1), each for an actor ($2) and a source ($3, $4), either null, and by their relation ($5). */
const SETTINGS = {
  name: 'notification-recipients',
  text: `select r.position, u.full_name, u.email, u.role,
      coalesce(p.email_notifications, true) and u.email_verified_at is not null as email_on,
        u.email_verified_at is not null as is_email_verified, coalesce(p.push_notifications, true) as push_on,
      coalesce(p.message_notifications, true) as messages_on, coalesce(p.connection_notifications,
        true) as connections_on,
      coalesce(p.course_update_notifications, true) as courses_on, coalesce(p.marketing_notifications,
        false) as marketing_on,
      np.types, coalesce(np.digest, 'off') as digest, coalesce(np.digest_hour, 8) as digest_hour, ps.quiet_hours,
      exists (select 1 from blocks b where b.blocker_id = u.id and b.blocked_id = r.actor_id
        union all select 1 from blocks b where b.blocker_id = r.actor_id and b.blocked_id = u.id) as is_hidden,
      exists (select 1 from notification_mutes m where m.user_id = u.id and m.source_type = r.source_type
        and m.source_id = r.source_id) as is_muted,
      case when r.is_by_relation then ${connectedWith('r.actor_id', 'u.id')} end as is_connected,
      case when r.is_by_relation then ${isRelated('r.actor_id', 'u.id', 't.course_id')} end as is_related,
      case when r.is_by_relation then ${isInOneInstitution('r.actor_id', 'u.id')}
        or ${isCourseAuthor('t.course_id', 'r.actor_id')}
        or ${isCourseAuthor('t.course_id', 'u.id')} end as is_unlimited,
      case when r.is_by_relation then r.source_type = 'post'
        and ${hasWrittenIn('r.source_id', 'u.id')} end as has_written,
      ps.who_can_mention,
      array(select s.id from push_subscriptions s where s.user_id = u.id order by s.created_at desc) as subscription_ids
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[]) with ordinality
      as r (user_id, actor_id, source_type, source_id, is_by_relation, position)
    join users u on u.id = r.user_id and u.deactivated_at is null
    left join lateral ${classOfPost('r.source_id')} t on r.is_by_relation and r.source_type = 'post'
    ${joinPreferences('u.id')}
    left join notification_preferences np on np.user_id = u.id
    left join privacy_settings ps on ps.user_id = u.id`,
};

/** A recipient with the actor and the source of a notification. */
interface Recipient {
  userId: string;
  actorId?: string | null;
  sourceType?: string | null;
  sourceId?: string | null;
  /** The type; without it, the relation to the actor is not loaded. */
  type?: NotificationType;
}

/** Loads the settings of recipients in their order; null for a deleted or deactivated user. */
export async function loadSettingsOf(
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<(RecipientSettings | null)[]> {
  if (recipients.length === 0) return [];
  const columns = (['userId', 'actorId', 'sourceType', 'sourceId'] as const).map((field) =>
    recipients.map((recipient) => recipient[field] ?? null),
  );
  const byRelation = recipients.map(({ type, actorId }) => actorId != null && type !== undefined && isByRelation(type));
  const rows = await read<RecipientRow>(reader, SETTINGS, [...columns, byRelation]);
  const byPosition = new Map(rows.map((row) => [Number(row.position), toSettings(row)]));
  return recipients.map((_recipient, index) => byPosition.get(index + 1) ?? null);
}

/** Loads a user's settings without an actor or a source; null when the user is deleted or deactivated. */
export async function loadRecipientSettings(reader: Reader, userId: string): Promise<RecipientSettings | null> {
  const [settings] = await loadSettingsOf(reader, [{ userId }]);
  return settings ?? null;
}

function toSettings(row: RecipientRow): RecipientSettings {
  return {
    fullName: row.full_name,
    role: row.role,
    email: row.email,
    isEmailVerified: row.is_email_verified,
    preferences: {
      emailNotifications: row.email_on,
      pushNotifications: row.push_on,
      messageNotifications: row.messages_on,
      connectionNotifications: row.connections_on,
      courseUpdateNotifications: row.courses_on,
      marketingNotifications: row.marketing_on,
    },
    types: row.types ?? {},
    digest: row.digest,
    digestHour: row.digest_hour,
    quietHours: row.quiet_hours ?? defaultPrivacy(row.role).quietHours,
    isHidden: row.is_hidden,
    isMuted: row.is_muted,
    relation:
      row.is_connected === null
        ? null
        : {
            isConnected: row.is_connected,
            isRelated: row.is_related ?? false,
            isUnlimited: row.is_unlimited ?? false,
            hasWritten: row.has_written ?? false,
            readerRole: row.role,
            whoCanMention: row.who_can_mention,
          },
    subscriptionIds: row.subscription_ids,
  };
}
