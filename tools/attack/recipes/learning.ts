import { LIBRARY_TABS } from '#shared/api/enrollments.ts';
import { SIGNED_IN } from '../identities.ts';
import { about, all, own, type Recipe, type Target } from './call.ts';

/** A recipe of calls about a part of an item that only those who bought it use, by its item and by another one. */
const aboutPart =
  (name: 'lessonId' | 'fileId', record: 'lesson' | 'quiz' | 'courseFile', body?: (target: Target) => object): Recipe =>
  (target) =>
    [target.ids.item, target.ids.course].map((id) => ({
      params: { id, [name]: target.ids[record] },
      ...(body && { body: body(target) }),
    }));

/** Recipes of learning. */
export const LEARNING_RECIPES: Readonly<Record<string, Recipe>> = {
  listLearningRecord: own(SIGNED_IN),
  exportLearningRecord: own(SIGNED_IN),
  listLibrary: all(own(SIGNED_IN, ...LIBRARY_TABS.map((tab) => ({ query: { tab } }))), ({ ids }) => [
    { query: { tab: 'purchased', userId: ids.user } },
  ]),
  listLibraryAuthors: own(SIGNED_IN, ...LIBRARY_TABS.map((tab) => ({ query: { tab } }))),
  archiveLibraryItem: all(
    about('item', { body: { isArchived: true } }),
    about('course', { body: { isArchived: true } }),
  ),
  // One has a price, the other is a draft.
  enroll: all(about('item'), about('course'), ({ ids }) => [{ params: { id: ids.item }, body: { userId: ids.user } }]),
  // Ends an enrollment of the caller, if there is one.
  leaveCourse: all(about('item', { open: SIGNED_IN }), about('course')),
  getLesson: all(aboutPart('lessonId', 'lesson'), aboutPart('lessonId', 'quiz')),
  setProgress: ({ ids }) => [
    { params: { id: ids.item }, body: { lessonId: ids.lesson, isDone: true } },
    { params: { id: ids.item }, body: { fileId: ids.courseFile, percent: 1, position: 'x' } },
    { params: { id: ids.item }, body: { fileId: ids.courseFile, percent: 1, position: 'x', userId: ids.user } },
    { params: { id: ids.course }, body: { lessonId: ids.lesson, isDone: true } },
  ],
  listFilePositions: all(about('item'), about('course')),
  answerQuiz: aboutPart('lessonId', 'quiz', ({ ids: { questionsVersion } }) => ({ questionsVersion, answers: [1] })),
  openCourseFile: aboutPart('fileId', 'courseFile'),
  downloadCourseFile: aboutPart('fileId', 'courseFile'),
  listLearners: all(about('item'), about('course')),
  listOwnLearners: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  exportLearners: all(about('item'), about('course')),
};
