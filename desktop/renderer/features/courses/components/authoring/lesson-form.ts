import type { CreateLessonInput, EditLessonInput, LessonKind, LessonView, QuizQuestion } from '#shared/api/courses.ts';

/** The values of the form of a lesson; only the content of its kind is sent. */
export interface LessonDraft {
  title: string;
  kind: LessonKind;
  isPreview: boolean;
  text: string;
  linkUrl: string;
  /** Empty until a file is chosen. */
  fileId: string;
  questions: QuizQuestion[];
}

/** The index of the correct option before one is chosen. */
const NOT_CHOSEN = -1;

/** Returns an empty question with two options. */
export function emptyQuestion(): QuizQuestion {
  return { text: '', options: ['', ''], correct: NOT_CHOSEN, explanation: '' };
}

/** Returns the initial values: those of the lesson, or of an empty text. */
export function lessonDraftOf(lesson: LessonView | null): LessonDraft {
  const questions = lesson?.questions?.map(({ text, options, correct = NOT_CHOSEN, explanation = '' }) => ({
    text,
    options,
    correct,
    explanation,
  }));
  return {
    title: lesson?.title ?? '',
    kind: lesson?.kind ?? 'text',
    isPreview: lesson?.isPreview ?? false,
    text: lesson?.text ?? '',
    linkUrl: lesson?.linkUrl ?? '',
    fileId: lesson?.fileId ?? '',
    questions: questions ?? [emptyQuestion()],
  };
}

type LessonContent = Pick<EditLessonInput, 'text' | 'linkUrl' | 'fileId' | 'questions'>;

/** Returns the content of the kind of a draft. */
function contentOf({ kind, text, linkUrl, fileId, questions }: LessonDraft): LessonContent {
  switch (kind) {
    case 'text':
      return { text };
    case 'link':
      return { linkUrl };
    case 'file':
      return fileId === '' ? {} : { fileId };
    case 'quiz':
      return { questions };
  }
}

/** Returns the input for a new lesson of a section; not validated. */
export function lessonInputOf(draft: LessonDraft, sectionId: string): CreateLessonInput {
  const { title, kind, isPreview } = draft;
  return { sectionId, title, kind, isPreview, ...contentOf(draft) };
}

/** Returns the fields that a draft changes. */
export function lessonChangesOf(lesson: LessonView, draft: LessonDraft): EditLessonInput {
  const before: EditLessonInput = {
    title: lesson.title,
    isPreview: lesson.isPreview,
    ...contentOf(lessonDraftOf(lesson)),
  };
  const after: EditLessonInput = { title: draft.title, isPreview: draft.isPreview, ...contentOf(draft) };
  const changed = (Object.keys(after) as (keyof EditLessonInput)[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** The parts of a lesson that are compared when another window has changed it. */
export const LESSON_PARTS = {
  title: 'Title',
  text: 'Text',
  linkUrl: 'Link',
  fileId: 'File',
  questions: 'Questions',
  isPreview: 'Preview',
};

/** Formats a part of a lesson, for a comparison of two versions. */
export function describeLesson(
  draft: LessonDraft,
  part: keyof LessonDraft,
  files: readonly { id: string; title: string }[],
): string {
  if (part === 'isPreview') return draft.isPreview ? 'Yes' : 'No';
  if (part === 'fileId') return files.find(({ id }) => id === draft.fileId)?.title ?? '';
  if (part !== 'questions') return draft[part].trim();
  return draft.questions
    .map(({ text, options, correct, explanation }) =>
      [text, ...options.map((option, at) => `${at === correct ? '✓' : '–'} ${option}`), explanation].join('\n').trim(),
    )
    .join('\n\n');
}
