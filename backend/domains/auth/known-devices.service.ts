import type { EntityManager } from '@mikro-orm/postgresql';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';

const FIND_ACCOUNT = {
  name: 'auth-find-attempted',
  text: `select u.id, u.email, u.full_name, u.email_verified_at is not null as is_email_verified,
      d.device_id is not null as is_device_known,
      coalesce(d.first_used_at < now() - interval '1 day', false) as is_device_established
    from users u left join known_devices d on d.user_id = u.id and d.device_id = $2
    where lower(u.username) = lower($1) or lower(u.email) = lower($1)
    order by lower(u.username) = lower($1) desc limit 1`,
};
const IS_KNOWN = { name: 'known-device', text: 'select 1 from known_devices where user_id = $1 and device_id = $2' };
const REMEMBER = {
  name: 'known-device-remember',
  text: `insert into known_devices (user_id, device_id, last_used_at) values ($1, $2, now())
    on conflict (user_id, device_id) do update set last_used_at = excluded.last_used_at
      where known_devices.last_used_at < now() - interval '1 day'`,
};
const FORGET_OLDEST = {
  name: 'known-devices-forget-oldest',
  text: `delete from known_devices where user_id = $1 and device_id in (select device_id from known_devices
    where user_id = $1 order by device_id = $2 desc, last_used_at desc, device_id offset $3)`,
};
const FORGET = {
  name: 'known-devices-forget',
  text: 'delete from known_devices where user_id = $1 and device_id is distinct from $2',
};
const REMOVE_OLD = {
  name: 'known-devices-remove-old',
  text: `delete from known_devices where last_used_at < now() - $1 * interval '1 millisecond'`,
};

/** The account that a sign-in names. */
export interface AttemptedAccount {
  id: string;
  email: string;
  full_name: string;
  is_email_verified: boolean;
  /** Whether its owner has signed in with this browser before. */
  is_device_known: boolean;
  /** Whether that was more than a day ago for the first time: who makes accounts to attack with has no such browser. */
  is_device_established: boolean;
}

/** Finds the account of a username or email address before its password is checked; null when there is none. */
export async function findAttempted(
  reader: Reader,
  login: string,
  deviceId: string | null,
): Promise<AttemptedAccount | null> {
  const [account] = await read<AttemptedAccount>(reader, FIND_ACCOUNT, [login, deviceId]);
  return account ?? null;
}

/** Returns whether a user has signed in with a browser before. */
export async function isKnownDevice(reader: Reader, userId: string, deviceId: string | null): Promise<boolean> {
  return deviceId !== null && (await read(reader, IS_KNOWN, [userId, deviceId])).length > 0;
}

/** Records, to the day, that a user has signed in with a browser; forgets the oldest of too many. */
export async function rememberDevice(tx: EntityManager, userId: string, deviceId: string): Promise<void> {
  await read(tx, REMEMBER, [userId, deviceId]);
  await read(tx, FORGET_OLDEST, [userId, deviceId, SESSION_LIMITS.knownDevicesMax]);
}

/**
 * Forgets every browser of a user except `exceptId`, in the running transaction: someone else may have signed in with
 * one.
 */
export async function forgetDevices(tx: EntityManager, userId: string, exceptId: string | null): Promise<void> {
  await read(tx, FORGET, [userId, exceptId]);
}

/** Deletes the browsers that were not used for a year. */
export async function removeOldDevices(reader: Reader): Promise<void> {
  await read(reader, REMOVE_OLD, [SESSION_LIMITS.knownDeviceMs]);
}
