import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '..');
const FIELD = /<(?:TextareaField|Textarea|MentionTextarea)\b/;
const DRAFT = /\b(?:useFormDraft|useSyncedDraft|loadDraft)\b/;

/**
 * Every file with a field for a longer text, and the file that stores what is entered there on the device: Escape, a
 * reload and a failed request lose no text.
 */
const KEEPERS: Record<string, string> = {
  'features/advertisements/components/AdFields.tsx': 'features/advertisements/components/AdForm.tsx',
  'features/comments/components/CommentComposer.tsx': 'features/comments/components/CommentComposer.tsx',
  'features/comments/components/CommentEditor.tsx': 'features/comments/components/CommentEditor.tsx',
  'features/connections/components/NoteDialog.tsx': 'features/connections/components/NoteDialog.tsx',
  'features/courses/components/authoring/ChangeLog.tsx': 'features/courses/components/authoring/ChangeLog.tsx',
  'features/courses/components/authoring/DetailsFields.tsx': 'features/courses/components/authoring/EditCourse.tsx',
  'features/courses/components/authoring/LessonFields.tsx': 'features/courses/components/authoring/LessonDialog.tsx',
  'features/courses/components/authoring/QuizFields.tsx': 'features/courses/components/authoring/LessonDialog.tsx',
  'features/events/components/EventFields.tsx': 'features/events/components/EventForm.tsx',
  'features/help/components/ContactForm.tsx': 'features/help/components/ContactForm.tsx',
  'features/messages/components/MessageComposer.tsx': 'features/messages/components/MessageComposer.tsx',
  'features/moderation/components/ReportDialog.tsx': 'features/moderation/components/ReportDialog.tsx',
  'features/posts/components/PostComposer.tsx': 'features/posts/hooks/use-composer.ts',
  'features/posts/components/PostEditor.tsx': 'features/posts/components/PostEditor.tsx',
  'features/posts/components/ShareDialog.tsx': 'features/posts/components/ShareDialog.tsx',
  'features/purchases/components/RefundPart.tsx': 'features/purchases/components/RefundPart.tsx',
  'features/reviews/components/ReviewDialog.tsx': 'features/reviews/components/ReviewDialog.tsx',
  'features/users/components/EntryEditor.tsx': 'features/users/components/ProfileEditor.tsx',
  'features/users/components/ProfileEditor.tsx': 'features/users/components/ProfileEditor.tsx',
};

it('names every form with a longer text, and each stores what is entered', () => {
  const read = (path: string) => readFileSync(join(RENDERER, path), 'utf8');
  const files = globSync('{features,screens,app}/**/*.tsx', { cwd: RENDERER })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.tsx') && !path.endsWith('/MentionTextarea.tsx'))
    .filter((path) => FIELD.test(read(path)));
  expect(files.toSorted()).toEqual(Object.keys(KEEPERS).toSorted());
  expect([...new Set(Object.values(KEEPERS))].filter((path) => !DRAFT.test(read(path)))).toEqual([]);
});
