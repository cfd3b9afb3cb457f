import type { UserCard } from '#shared/api/users.ts';
import { read, type Reader } from '../../db/read.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from './user.view.ts';

const CARD = {
  name: 'user-card',
  text: `select ${USER_CARD_COLUMNS} from users u where u.id = $1 and u.deactivated_at is null`,
};

/** Loads a user's card. Returns null when the user is deactivated or deleted. */
export async function loadUserCard(reader: Reader, userId: string): Promise<UserCard | null> {
  const [row] = await read<UserCardRow>(reader, CARD, [userId]);
  return row ? toUserCard(row) : null;
}
