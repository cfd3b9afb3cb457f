import type { FileUse } from '../files/file.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Photo and cover image of a profile; readable by every user from whom the owner is not hidden. */
export const profileFiles: FileUse = {
  purposes: ['profile-image', 'cover-image'],
  isUsed: (file) => `exists (select 1 from users u where u.id = ${file}.owner_id
    and '/api/files/' || ${file}.id in (u.profile_image, u.cover_image))`,
  isVisible: (file) => `exists (select 1 from users u where u.id = ${file}.owner_id and u.deactivated_at is null
    and '/api/files/' || ${file}.id in (u.profile_image, u.cover_image) and u.id not in (${HIDDEN_FROM_VIEWER}))`,
};
