import type { CurrentUser } from '#shared/api/auth.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { NotificationPreview } from '#shared/bridge/desktop.ts';
import type { ConversationView, UnreadMessages } from '#shared/api/messages.ts';
import { notificationText } from '#shared/api/notification-texts.ts';
import type { NotificationPreferences, NotificationView, UnreadCount } from '#shared/api/notifications.ts';
import type { PreferencesView } from '#shared/api/preferences.ts';
import type { PrivacyView } from '#shared/api/privacy.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { UserLogPush } from '#shared/realtime/user-log.ts';
import { StreamSequencer, type NumberedPush } from '#shared/realtime/stream-sequencer.ts';
import { SECOND_MS } from '#shared/time.ts';
import { rememberFor } from './core/remember.ts';
import { MessageAlerts, type MessageFacts } from './core/message-alerts.ts';
import { Unread } from './core/unread.ts';
import { showBadge } from './platform/badge.ts';
import type { LiveFollower } from './platform/live.ts';
import type { Notifications } from './platform/notifications.ts';
import type { ServerClient } from './platform/server.ts';

const RETRY_MS = 5 * SECOND_MS;
const REFRESH_MS = 300;
/** How long the member's settings are used without asking again. */
const SETTINGS_MS = 10 * SECOND_MS;

/** What the messages of a member who is away depend on. */
interface MessagesParts {
  server: ServerClient;
  notifications: Notifications;
  platform: NodeJS.Platform;
  /** The signed-in user; null without one. */
  userId: () => string | null;
  emit: (name: string, ...payload: unknown[]) => Promise<Ack>;
  isInFront: () => boolean;
  isDoNotDisturb: () => boolean;
  /** What notifications show. */
  preview: () => NotificationPreview;
  openPath: (path: string) => void;
  /** True while a page of the app runs, which plays the sound of a message. */
  hasPage: () => boolean;
  /** Receives the number that the app's icon shows. */
  onUnread: (count: number) => void;
  /** Receives the role of the user who has signed in, and null at sign-out. */
  onRole: (role: Role | null) => void;
  /** Stores the replies of a user that the server has not acknowledged. */
  storeReplies: (userId: string, replies: UnsentTexts) => void;
}

/** What reaches a member who does not look at the app: notifications of the system, and the number on its icon. */
export interface Messages extends LiveFollower {
  /** Shows the number that the page has counted. */
  reportUnread: (count: number) => void;
  /** Removes the replies of a user who has signed out. */
  forget: (userId: string) => void;
  /** Removes the unsent replies of every user. */
  forgetAll: () => void;
}

/** Creates what reaches a member who is away; it follows main's own live session, with or without a page. */
export function createMessages(parts: MessagesParts): Messages {
  const { server, platform } = parts;
  const alerts = createAlerts(parts);
  const unread = new Unread({
    loadMessages: () => server.get<UnreadMessages>('/api/messages/unread-count'),
    loadNotifications: () => server.get<UnreadCount>('/api/notifications/unread-count'),
    show: (count) => {
      showBadge(count, platform);
      parts.onUnread(count);
    },
    wait: (run) => setTimeout(run, REFRESH_MS),
  });
  const notices = createNotices(parts);
  const take = ({ name, push }: UserLogPush): void => {
    if (name === 'new-message' && push.receiverId === parts.userId()) void alerts.onMessage(push);
    else if (name === 'message-updated') alerts.onChanged(push);
    else if (name === 'message-read' && push.readerId === parts.userId())
      alerts.onRead(push.conversationId, push.upToSeq);
    if (name === 'notification') {
      unread.takeNotifications(push.unread);
      if (push.view) notices(push.view, push.isAlert);
    } else unread.refresh();
  };
  const sequencer = new StreamSequencer({
    fetchMissed: (since) => server.get(`/api/sync?since=${String(since)}`),
    // The server sends what shared/realtime declares.
    deliver: (name, push) => take({ name, push } as unknown as UserLogPush),
    wait: (run) => setTimeout(run, RETRY_MS),
    onReset: () => unread.refresh(),
  });
  return {
    reportUnread: (count) => unread.report(count),
    forget: (userId) => alerts.forget(userId),
    forgetAll: () => alerts.forgetAll(),
    onStatus: (status) => {
      if (status === 'live') {
        unread.refresh();
        void alerts.flush();
        server.get<CurrentUser>('/api/user').then(
          ({ id, role }) => id === parts.userId() && parts.onRole(role),
          () => undefined,
        );
      }
      if (status !== 'off') return;
      parts.onRole(null);
      sequencer.begin(null);
      alerts.clear();
      unread.clear();
      parts.notifications.closeAll();
    },
    onPush: (name, payload) => {
      if (name === 'hello') sequencer.handleHello((payload as { cursor: number }).cursor);
      else if (isNumbered(payload)) sequencer.handle(name, payload);
      else if (name === 'data-updated') unread.refresh();
    },
  };
}

function createAlerts(parts: MessagesParts): MessageAlerts {
  const { server, notifications, emit, isInFront, isDoNotDisturb, preview, openPath } = parts;
  const alerts: MessageAlerts = new MessageAlerts({
    isInFront,
    isDoNotDisturb,
    preview,
    load: createFactsLoader(parts),
    show: ({ conversationId, ...content }) =>
      notifications.show(`message-${conversationId}`, {
        ...content,
        onClick: () => alerts.open(conversationId),
        onReply: (text) => alerts.reply(conversationId, text),
      }),
    close: (conversationId) => notifications.close(`message-${conversationId}`),
    openPath,
    send: (receiverId, message) => emit('message', `user-${receiverId}`, message),
    markRead: (peerId, upToSeq) => server.put(`/api/messages/${peerId}/read`, { upToSeq }),
    showRefused: (conversationId, { name, path }) =>
      notifications.show(`refused-${conversationId}`, {
        title: 'Your reply was not sent',
        body: `${name} can’t receive it. Open the conversation to see why.`,
        isSilent: true,
        onClick: () => openPath(path),
      }),
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
    userId: parts.userId,
    storeReplies: parts.storeReplies,
  });
  return alerts;
}

/** Loads the switches that notifications obey; each response is used for a few seconds. */
function createSettingsLoader({ get }: ServerClient, userId: () => string | null) {
  const remember = <View>(path: string) =>
    rememberFor(
      SETTINGS_MS,
      () => get<View>(path),
      () => Date.now(),
    );
  const preferences = remember<PreferencesView>('/api/preferences');
  const choices = remember<NotificationPreferences>('/api/notifications/preferences');
  const privacy = remember<PrivacyView>('/api/privacy');
  return async () => {
    const user = userId();
    const [switches, { types }, { quietHours }] = await Promise.all([preferences(user), choices(user), privacy(user)]);
    return { switches, types, isQuiet: quietUntil(quietHours, new Date()) !== null };
  };
}

function createFactsLoader({
  server,
  userId,
  hasPage,
}: MessagesParts): (peerId: string) => Promise<MessageFacts | null> {
  const loadSettings = createSettingsLoader(server, userId);
  const session = rememberFor(
    SETTINGS_MS,
    () => server.get<CurrentUser>('/api/user'),
    () => Date.now(),
  );
  return async (peerId) => {
    try {
      const [conversation, { switches, types, isQuiet }, { role }] = await Promise.all([
        server.get<ConversationView>(`/api/messages/${peerId}/state`),
        loadSettings(),
        session(userId()),
      ]);
      if (conversation.user === null) return null;
      return {
        name: conversation.user.fullName,
        isMuted: conversation.muted,
        isWanted: switches.messageNotifications && switches.pushNotifications && types.message.push && !isQuiet,
        isRequest: conversation.isRequestToMe,
        hasSound: switches.messageSound && !hasPage(),
        // Creators have their conversations in the Library.
        path: role === 'creator' ? `/library?questions=1&with=${peerId}` : `/chat?with=${peerId}`,
      };
    } catch {
      return null;
    }
  };
}

/** Returns the function that shows other notifications than those of messages and calls, and closes the ones read. */
function createNotices(parts: MessagesParts): (view: NotificationView, isAlert: boolean) => void {
  const { server, notifications, userId, isInFront, isDoNotDisturb, preview, openPath } = parts;
  const loadSettings = createSettingsLoader(server, userId);
  const show = async (view: NotificationView): Promise<void> => {
    const { switches, types } = await loadSettings();
    const isOn = switches.pushNotifications && (types as Record<string, { push: boolean }>)[view.type]?.push !== false;
    if (!isOn || isInFront()) return;
    const { title, content } = notificationText(view);
    const isHidden = preview() === 'none';
    notifications.show(`notice-${view.groupKey}`, {
      title: isHidden ? 'Lyceum' : title,
      body: isHidden ? 'New notification' : content,
      isSilent: true,
      onClick: () => {
        notifications.close(`notice-${view.groupKey}`);
        openPath(view.path ?? '/home');
      },
    });
  };
  return (view, isAlert) => {
    if (view.category === 'messages' || view.category === 'calls') return;
    if (view.read || view.done) notifications.close(`notice-${view.groupKey}`);
    else if (isAlert && !isInFront() && !isDoNotDisturb()) show(view).catch(() => undefined);
  };
}

function isNumbered(payload: unknown): payload is NumberedPush {
  return typeof payload === 'object' && payload !== null && 'seq' in payload && typeof payload.seq === 'number';
}
