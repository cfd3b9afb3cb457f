import { advertisementEndpoints } from '#shared/api/advertisements.ts';
import { notificationEndpoints, type NotificationView } from '#shared/api/notifications.ts';
import { preferencesEndpoints, THEMES } from '#shared/api/preferences.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import type { StoredKind } from './stored.ts';
import { pickFrom, tagOf, type Action, type Writer } from './writer.ts';

/** Types of notifications that are never withdrawn, so that a mark on them stays. */
const LASTING = /^(post-liked|post-shared|connection-)/;

async function editProfile(writer: Writer): Promise<void> {
  const { client, ledger } = writer;
  const profile = await client.read(userEndpoints.getOwnProfile, {});
  if (!profile) return;
  const bio = tagOf(writer, 'biography');
  const headers = { 'if-match': `"${profile.version}"` };
  if (await client.write(userEndpoints.editProfile, { body: { bio } }, { headers }))
    ledger.claim('profiles', client.userId, bio);
}

async function editPreferences({ client, chance, ledger }: Writer): Promise<void> {
  const body = { theme: chance.pick(THEMES), fontSize: chance.pick([1, 2, 3] as const) };
  if (await client.write(preferencesEndpoints.editPreferences, { body }))
    ledger.claim('preferences', client.userId, `${body.theme} ${body.fontSize}`);
}

async function setDraft(writer: Writer): Promise<void> {
  const { client, ledger } = writer;
  const body = tagOf(writer, 'draft');
  if (await client.write(savedEndpoints.setDraft, { params: { key: 'post' }, body: { body } }))
    ledger.claim('drafts', `${client.userId} post`, body);
}

async function removeDraft({ client, ledger }: Writer): Promise<void> {
  if ((await client.write(savedEndpoints.removeDraft, { params: { key: 'post' } })) !== null)
    ledger.claim('drafts', `${client.userId} post`, null);
}

async function listLasting({ client }: Writer, filter: 'all' | 'unread'): Promise<NotificationView[]> {
  const views = await client.read(notificationEndpoints.listNotifications, { query: { filter, limit: '20' } });
  return (views ?? []).filter(({ type }) => LASTING.test(type));
}

const MARKS = {
  'read notifications': { read: true },
  'done notifications': { done: true },
} as const;

const markNotification =
  (kind: Extract<StoredKind, keyof typeof MARKS>): Action =>
  async (writer) => {
    const { client, chance, ledger } = writer;
    const shown = pickFrom(chance, await listLasting(writer, kind === 'read notifications' ? 'unread' : 'all'));
    if (!shown) return;
    const input = { params: { id: shown.id }, body: MARKS[kind] };
    if (await client.write(notificationEndpoints.editNotification, input))
      ledger.claim(kind, shown.id, kind === 'read notifications' ? 'read' : 'done');
  };

async function hideNotification(writer: Writer): Promise<void> {
  const { client, chance, ledger } = writer;
  const shown = pickFrom(chance, await listLasting(writer, 'all'));
  if (!shown) return;
  if ((await client.write(notificationEndpoints.removeNotification, { params: { id: shown.id } })) !== null)
    ledger.claim('hidden notifications', shown.id, 'hidden');
}

async function readAll(writer: Writer): Promise<void> {
  const { client, ledger } = writer;
  const before = await listLasting(writer, 'unread');
  if (!(await client.write(notificationEndpoints.readAll, { body: {} }))) return;
  for (const { id } of before) ledger.claim('read notifications', id, 'read');
}

const countAdvertisement =
  (isClick: boolean): Action =>
  async ({ client, chance, shared, ledger }) => {
    const shown = pickFrom(
      chance,
      shared.advertisements.filter(({ ownerId }) => ownerId !== client.userId),
    );
    if (!shown) return;
    const endpoint = isClick ? advertisementEndpoints.countClick : advertisementEndpoints.countImpression;
    if ((await client.write(endpoint, { params: { id: shown.id } })) === null) return;
    const key = `${shown.id} ${client.userId}`;
    if (isClick) ledger.claim('clicks on advertisements', key, 'clicked');
    else ledger.count('displays of advertisements', key, AD_LIMITS.perDay);
  };

/** Writes that concern the member alone. */
export const ownActions: Record<string, Action> = {
  'edit profile': editProfile,
  'edit preferences': editPreferences,
  'set draft': setDraft,
  'remove draft': removeDraft,
  'read notification': markNotification('read notifications'),
  'finish notification': markNotification('done notifications'),
  'hide notification': hideNotification,
  'read all notifications': readAll,
  'count display': countAdvertisement(false),
  'count click': countAdvertisement(true),
};
