import type { FileUse } from '../files/file.access.ts';

/** Covers and files of items; they are read through the addresses of the items. */
export const courseFiles: readonly FileUse[] = [
  {
    purposes: ['course-image'],
    isUsed: (file) => `exists (select 1 from courses c where c.image_file_id = ${file}.id)`,
  },
  {
    purposes: ['course-file'],
    isUsed: (file) => `exists (select 1 from course_files t where t.file_id = ${file}.id)`,
  },
];
