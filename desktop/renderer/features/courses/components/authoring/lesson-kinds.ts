import { CircleQuestionMark, FileText, Link2, Type, type LucideIcon } from 'lucide-react';
import type { LessonKind } from '#shared/api/courses.ts';

/** Label, text and icon of each kind of lesson. */
export const LESSON_KINDS: Record<LessonKind, { label: string; text: string; icon: LucideIcon }> = {
  text: { label: 'Text', text: 'Written here', icon: Type },
  link: { label: 'Link', text: 'A page of another website', icon: Link2 },
  file: { label: 'File', text: 'One of the files of the item', icon: FileText },
  quiz: { label: 'Quiz', text: 'Questions with immediate feedback', icon: CircleQuestionMark },
};
