import type { FileUse } from '../files/file.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Images of advertisements; everyone reads those that are shown. */
export const advertisementFiles: FileUse = {
  purposes: ['advertisement-image'],
  isUsed: (file) => `exists (select 1 from advertisements d where d.image_file_id = ${file}.id)`,
  isVisible: (file) => `exists (select 1 from advertisements d join users u on u.id = d.user_id
    and u.deactivated_at is null
    where d.image_file_id = ${file}.id and d.state = 'active' and d.user_id not in (${HIDDEN_FROM_VIEWER}))`,
};
