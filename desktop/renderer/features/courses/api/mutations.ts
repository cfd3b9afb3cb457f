import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { enrollmentEndpoints, FILE_DONE_FROM, type FilePositionView } from '#shared/api/enrollments.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { toastFailure } from '../../../lib/http/failure.ts';
import { showRecord, showUntilStored } from '../../../lib/http/local-writes.ts';
import { createToggleQueue } from '../../../lib/http/toggle-queue.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { enrolled, freshViewer, markLesson } from '../apply.ts';
import { changeCourse, findCourse, putProgress, refetchCourse, showCourse } from './cache.ts';
import { courseQuery, filePositionsQuery, lessonQuery } from './queries.ts';

/**
 * The lists that contain what the user learns from: the Library, profiles, study partners, and searches, which find the
 * posts and events of a class.
 */
const LEARNING = [
  ['courses', 'library'],
  ['users', { part: 'courses' }],
  ['students'],
  ['search', 'results'],
  ['search', 'suggest'],
] as const;
/** The writes of one item are sent in their order. */
const scopeOf = (id: string) => ({ id: `course-${id}` });
const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** Enrolls in a free item and shows it at once; a failure restores the item. */
export function useEnroll(id: string) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: () =>
      once(id, (options) => call(enrollmentEndpoints.enroll, { params: { id } }, options)).catch((error: unknown) => {
        // Another device was faster.
        if (!isCode(error, 'ALREADY_ENROLLED')) throw error;
      }),
    onMutate: () => showCourse(client, id, enrolled),
    onSuccess: (_nothing, _input, shown) => shown.end(),
    onError: (_error, _input, shown) => shown?.undo(),
    // The addresses of the files and the lists contain it.
    onSettled: () => refetchCourse(client, id),
    meta: { action: 'enroll in this item', invalidates: [['courses', 'list'], ...LEARNING] },
  });
}

/** Leaves a free item, whose progress is deleted; the dialog shows a failure. */
export function useLeaveCourse(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: () => call(enrollmentEndpoints.leaveCourse, { params: { id } }),
    onSuccess: () => {
      changeCourse(client, id, (course) => ({
        ...course,
        viewer: { ...freshViewer(course.viewer.isOwner), isSaved: course.viewer.isSaved },
      }));
      client.removeQueries({ queryKey: filePositionsQuery(id).queryKey });
    },
    onSettled: () => refetchCourse(client, id),
    meta: { action: null, invalidates: [['courses', 'list'], ...LEARNING] },
  });
}

/** Marks a lesson as done or not and shows it at once; a failure restores the previous state. */
export function useSetLessonDone(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (body: { lessonId: string; isDone: boolean }) =>
      call(enrollmentEndpoints.setProgress, { params: { id }, body }),
    onMutate: ({ lessonId, isDone }) =>
      showRecord(client, courseQuery(id).queryKey, (course) => markLesson(course, lessonId, isDone)),
    onSuccess: (progress, _input, shown) => {
      shown.end();
      putProgress(client, id, progress);
    },
    onError: (_error, _input, shown) => {
      shown?.undo();
      refetchCourse(client, id);
    },
    meta: { action: 'store your progress', invalidates: [['courses', 'library']] },
  });
}

type FilePosition = Omit<FilePositionView, 'updatedAt' | 'furthest'>;

function putPosition(client: QueryClient, id: string, position: FilePosition & { updatedAt?: string | null }): void {
  const updatedAt = position.updatedAt ?? new Date().toISOString();
  client.setQueryData(filePositionsQuery(id).queryKey, (positions) => {
    const before = positions?.find(({ fileId }) => fileId === position.fileId);
    const furthest = Math.max(before?.furthest ?? 0, position.percent);
    return positions && [...positions.filter((other) => other !== before), { ...position, furthest, updatedAt }];
  });
}

/** The key of the mutations that store positions in the files of an item. */
export const filePositionMutationKey = (id: string) => ['courses', 'position', id] as const;

/**
 * Stores the position in a file. A failure shows nothing: the next position is stored soon. The end of a file completes
 * its lessons.
 */
export function useSetFilePosition(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: filePositionMutationKey(id),
    scope: { id: `course-positions-${id}` },
    mutationFn: (body: FilePosition) => call(enrollmentEndpoints.setProgress, { params: { id }, body }),
    onMutate: (position) => putPosition(client, id, position),
    onSuccess: (progress, position) => {
      putPosition(client, id, { ...position, updatedAt: progress.lastOpenedAt });
      putProgress(client, id, progress);
      if (position.percent >= FILE_DONE_FROM) refetchCourse(client, id);
    },
    meta: { action: null },
  });
}

/** Checks the answers of a quiz whose questions have this version, after which its lesson counts as done. */
export function useAnswerQuiz(id: string, lessonId: string, questionsVersion: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (answers: number[]) =>
      call(enrollmentEndpoints.answerQuiz, { params: { id, lessonId }, body: { answers, questionsVersion } }),
    onSuccess: ({ progress }) => putProgress(client, id, progress),
    onError: (error) => {
      // The author has changed the questions.
      if (isCode(error, 'STALE')) void client.invalidateQueries({ queryKey: lessonQuery(id, lessonId).queryKey });
    },
    onSettled: () => refetchCourse(client, id),
    meta: { action: 'check your answers', invalidates: [['courses', 'library']] },
  });
}

const saves = createToggleQueue((id, isOn) =>
  call(isOn ? savedEndpoints.saveItem : savedEndpoints.unsaveItem, { params: { type: 'course', id } }),
);

function showSaved(client: QueryClient, id: string, isSaved: boolean): void {
  changeCourse(client, id, (course) =>
    course.viewer.isSaved === isSaved ? course : { ...course, viewer: { ...course.viewer, isSaved } },
  );
}

/** Saves an item or removes it from the saved ones, and shows it at once; a failure restores the previous state. */
export function setSaved(client: QueryClient, id: string, isOn: boolean): void {
  const confirmed = findCourse(client, id)?.viewer.isSaved ?? !isOn;
  const isRunning = saves.wanted(id) !== undefined;
  const end = isRunning
    ? () => undefined
    : showUntilStored(client, () => showSaved(client, id, saves.wanted(id) ?? isOn));
  showSaved(client, id, isOn);
  saves.request(
    id,
    { isOn, confirmed },
    {
      onDone: () => {
        end();
        changeCourse(client, id, (course) => course);
        void client.invalidateQueries({ queryKey: ['courses', 'library'] });
      },
      onFailed: (known, error) => {
        end();
        showSaved(client, id, known);
        toastFailure(isOn ? 'save this item' : 'remove this item from your saved items', error);
      },
    },
  );
}
