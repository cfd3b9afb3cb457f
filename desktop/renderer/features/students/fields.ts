import type { DirectoryField } from '#shared/api/students.ts';

/** Labels of the fields that a student can show. */
export const FIELD_LABELS: Record<DirectoryField, string> = {
  name: 'Name',
  institution: 'Institution',
  field: 'Field of study',
  year: 'Year in which you began',
  bio: 'About you',
  courses: 'Courses you learn with',
  photo: 'Photo',
};

/** The same in a list of what is shown. */
export const FIELD_WORDS: Record<DirectoryField, string> = {
  name: 'name',
  institution: 'institution',
  field: 'field of study',
  year: 'year',
  bio: 'about you',
  courses: 'courses',
  photo: 'photo',
};
