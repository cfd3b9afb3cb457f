import type { FileUse } from '../files/file.access.ts';

/** Images that an open report shows, including those of deleted records. */
export const reportFiles: FileUse = {
  purposes: ['post-image', 'advertisement-image', 'course-image'],
  isUsed: (file) => `exists (select 1 from reports r where r.status = 'open'
    and r.snapshot->>'imageUrl' = '/api/files/' || ${file}.id)`,
};
