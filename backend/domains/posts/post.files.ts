import type { FileUse } from '../files/file.access.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Images of posts, for those who can read the post. */
export const postFiles: FileUse = {
  purposes: ['post-image'],
  isUsed: (file) => `exists (select 1 from posts o where o.image_file_id = ${file}.id)`,
  isVisible: (file) => `exists (select 1 from posts p join users u on u.id = p.user_id and u.deactivated_at is null
    where p.image_file_id = ${file}.id and p.user_id not in (${HIDDEN_FROM_VIEWER}) and ${isInAudience('p')})`,
};
