import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectionEndpoints } from '#shared/api/connections.ts';
import { fileEndpoints } from '#shared/api/files.ts';
import { notificationEndpoints } from '#shared/api/notifications.ts';
import type { MemberClient } from './writes/client.ts';

/** Number of files that each member reads over the API. */
const FILES_READ = 5;

const UNREAD = `select count(distinct group_key)::int as unread from notifications where user_id = $1 and is_shown
  and not read and done_at is null and (snoozed_until is null or snoozed_until <= now())
  and (expires_at is null or expires_at > now())`;
const CONNECTED = `select count(*) filter (where status = 'accepted')::int as accepted,
  count(*) filter (where status = 'pending' and user_id = $1)::int as sent,
  count(*) filter (where status = 'pending' and connected_user_id = $1 and ignored_at is null)::int as received
  from connections where $1 in (user_id, connected_user_id)`;

/** Compares the bytes of every stored file with its row. Returns how many were compared, and what differs. */
export async function checkFiles(
  client: pg.Client,
  dataFolder: string,
): Promise<{ compared: number; differences: string[] }> {
  const { rows } = await client.query<{ id: string; sha256: string; size_bytes: string }>(
    `select id, sha256, size_bytes from files where state = 'ready'`,
  );
  const differences: string[] = [];
  for (const { id, sha256, size_bytes: size } of rows) {
    const bytes = await readFile(join(dataFolder, 'files', id.slice(-2), id)).catch(() => null);
    if (bytes === null) differences.push(`the bytes of file ${id} are missing`);
    else if (bytes.length !== Number(size) || createHash('sha256').update(bytes).digest('hex') !== sha256)
      differences.push(`the bytes of file ${id} differ from its row`);
  }
  return { compared: rows.length, differences };
}

/** Compares what a node returns to a member with the rows. Returns what differs. */
export async function checkResponses(client: pg.Client, member: MemberClient): Promise<string[]> {
  const differences: string[] = [];
  const compare = (what: string, returned: unknown, stored: unknown): void => {
    if (JSON.stringify(returned) !== JSON.stringify(stored))
      differences.push(`${member.name}: ${what} is ${JSON.stringify(returned)} and not ${JSON.stringify(stored)}`);
  };
  const unread = await client.query<{ unread: number }>(UNREAD, [member.userId]);
  const shown = await member.read(notificationEndpoints.countUnread, {});
  compare('the number of unread notifications', shown?.total, unread.rows[0]?.unread);
  const connected = await client.query<{ accepted: number; sent: number; received: number }>(CONNECTED, [
    member.userId,
  ]);
  const count = await member.read(connectionEndpoints.countConnections, {});
  const { accepted, received, sent } = count ?? {};
  const [row] = connected.rows;
  compare('the number of connections', [accepted, received, sent], [row?.accepted, row?.received, row?.sent]);
  const files = await client.query<{ id: string }>(
    'select id from files where owner_id = $1 order by created_at desc limit $2',
    [member.userId, FILES_READ],
  );
  for (const { id } of files.rows)
    if ((await member.read(fileEndpoints.getFile, { params: { id } } as never)) === null)
      differences.push(`${member.name}: file ${id} cannot be read`);
  return differences;
}
