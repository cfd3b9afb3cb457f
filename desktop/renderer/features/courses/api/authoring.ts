import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  courseEndpoints,
  type CourseDetailView,
  type CreateCourseInput,
  type CreateLessonInput,
  type EditCourseInput,
  type EditLessonInput,
} from '#shared/api/courses.ts';
import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
import type { LEARNER_FILTERS } from '#shared/api/enrollments.ts';
import { call, callPage, callText } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { toastFailure } from '../../../lib/http/failure.ts';
import { showRecord } from '../../../lib/http/local-writes.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { datedName, saveCsv } from '../../../lib/page/save-file.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { orderItems, type CourseOrder } from '../course-order.ts';
import { courseQuery } from './queries.ts';

/** The lists that contain an item of the user. */
const LISTS = [
  ['courses', 'library'],
  ['courses', 'list'],
  ['courses', 'card'],
  ['users', { part: 'courses' }],
] as const;
/** The writes of one item are sent in their order. */
const scopeOf = (id: string) => ({ id: `course-${id}` });

/** A lesson with its content, fetched at each opening: the editor sends what the author changes. */
export function ownLessonQuery(id: string, lessonId: string) {
  return queryOptions({
    queryKey: ['courses', 'own-lesson', id, lessonId] as const,
    queryFn: ({ signal }) => call(enrollmentEndpoints.getLesson, { params: { id, lessonId } }, { signal }),
    gcTime: 0,
  });
}

/** One of the filters of the learners. */
export type LearnerFilter = (typeof LEARNER_FILTERS)[number];

/** The pages of the learners of an own item, newest first. */
export function learnersQuery(id: string, filter: LearnerFilter) {
  const pages = pagesQuery(['courses', 'learners', id, filter], (cursor, options) =>
    callPage(enrollmentEndpoints.listLearners, { params: { id }, query: { filter, ...cursor } }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** The pages of the learners of all items of the user, newest first. */
export function ownLearnersQuery(filter: LearnerFilter) {
  const pages = pagesQuery(['courses', 'own-learners', filter], (cursor, options) =>
    callPage(enrollmentEndpoints.listOwnLearners, { query: { filter, ...cursor } }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** Refetches an item where it is on screen. */
export function refetchItem(client: QueryClient, id: string): Promise<void> {
  return client.invalidateQueries({ queryKey: courseQuery(id).queryKey });
}

/**
 * Shows an item as a write has returned it, and refetches it: a push that arrived before the response can contain a
 * later edit of another device, or later counters.
 */
function putDetail(client: QueryClient, detail: CourseDetailView): void {
  client.setQueryData(courseQuery(detail.id).queryKey, (known) =>
    known && known.updatedAt > detail.updatedAt ? known : detail,
  );
  void refetchItem(client, detail.id);
}

/** Saves the learners of an own item as a CSV file. */
export function useExportLearners(id: string) {
  return useMutation({
    mutationFn: (filter: LearnerFilter) =>
      callText(enrollmentEndpoints.exportLearners, { params: { id }, query: { filter } }),
    onSuccess: (text) => saveCsv(text, datedName('learners')),
    meta: { action: 'save the file' },
  });
}

/** Creates a draft; a retry creates it once. The form shows a failure. */
export function useCreateCourse() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: CreateCourseInput) =>
      once(body, (options) => call(courseEndpoints.createCourse, { body }, options)),
    onSuccess: (detail) => {
      putDetail(client, detail);
      void liveLink.emit('course-create', { id: detail.id });
    },
    meta: { action: null, invalidates: LISTS },
  });
}

/** Changes the details of an own item, based on the edited version; the form shows a failure. */
export function useEditCourse(id: string) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (edit: { version: string; body: EditCourseInput }) =>
      once(edit, (options) =>
        call(courseEndpoints.editCourse, { params: { id }, body: edit.body }, { ...options, ifMatch: edit.version }),
      ),
    onSuccess: (detail) => {
      putDetail(client, detail);
      void liveLink.emit('course-update', { id });
    },
    meta: { action: null, invalidates: LISTS },
  });
}

/** Publishes an own item or makes it a draft again; the step shows a failure. */
export function useSetPublished(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (isPublished: boolean) =>
      call(isPublished ? courseEndpoints.publishCourse : courseEndpoints.unpublishCourse, { params: { id } }),
    onSuccess: (detail) => {
      putDetail(client, detail);
      void liveLink.emit('course-update', { id });
    },
    meta: { action: null, invalidates: LISTS },
  });
}

/** Deletes an own item; with learners it is archived. The dialog shows a failure. */
export function useRemoveCourse(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: () => call(courseEndpoints.removeCourse, { params: { id } }),
    onSuccess: ({ status }) => {
      if (status === 'deleted') client.removeQueries({ queryKey: courseQuery(id).queryKey });
      else void refetchItem(client, id);
      void liveLink.emit('course-update', { id });
    },
    meta: { action: null, invalidates: LISTS },
  });
}

/** Adds a note to the change log; a retry adds it once. The form shows a failure. */
export function useAddChange(id: string) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (body: { note: string; notify: boolean }) =>
      once(body, (options) => call(courseEndpoints.addCourseChange, { params: { id }, body }, options)),
    onSuccess: () => void refetchItem(client, id),
    meta: { action: null },
  });
}

/** A write to a part of an item, after which the item is fetched again; its dialog shows a failure. */
function usePartMutation<Input, Result>(id: string, mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn,
    onSuccess: () => {
      void liveLink.emit('course-update', { id });
      return refetchItem(client, id);
    },
    meta: { action: null },
  });
}

/** Renames a file or changes whether it is a preview. */
export function useEditFile(id: string) {
  return usePartMutation(id, ({ fileId, ...body }: { fileId: string; title?: string; isPreview?: boolean }) =>
    call(courseEndpoints.editCourseFile, { params: { id, fileId }, body }),
  );
}

/** Removes a file, by its id. */
export function useRemoveFile(id: string) {
  return usePartMutation(id, (fileId: string) => call(courseEndpoints.removeCourseFile, { params: { id, fileId } }));
}

/** Adds a section, or renames the one with `sectionId`; a retry adds it once. */
export function useSaveSection(id: string) {
  const once = useOnce();
  return usePartMutation(id, async ({ sectionId, title }: { sectionId: string | null; title: string }) => {
    if (sectionId === null)
      await once(title, (options) => call(courseEndpoints.createSection, { params: { id }, body: { title } }, options));
    else await call(courseEndpoints.renameSection, { params: { id, sectionId }, body: { title } });
  });
}

/** Deletes a section with its lessons, by its id. */
export function useRemoveSection(id: string) {
  return usePartMutation(id, (sectionId: string) => call(courseEndpoints.removeSection, { params: { id, sectionId } }));
}

/** Adds a lesson; a retry adds it once. */
export function useCreateLesson(id: string) {
  const once = useOnce();
  return usePartMutation(id, (body: CreateLessonInput) =>
    once(body, (options) => call(courseEndpoints.createLesson, { params: { id }, body }, options)),
  );
}

/** Changes a lesson, based on the edited version. */
export function useEditLesson(id: string) {
  const once = useOnce();
  return usePartMutation(id, (edit: { lessonId: string; version: string; body: EditLessonInput }) => {
    const { lessonId, version, body } = edit;
    return once(edit, (options) =>
      call(courseEndpoints.editLesson, { params: { id, lessonId }, body }, { ...options, ifMatch: version }),
    );
  });
}

/** Deletes a lesson, by its id. */
export function useRemoveLesson(id: string) {
  return usePartMutation(id, (lessonId: string) => call(courseEndpoints.removeLesson, { params: { id, lessonId } }));
}

/**
 * Stores the order of the files, the sections and their lessons, and shows it at once. When another window has added or
 * removed a part, the item is fetched again.
 */
export function useOrderCourse(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (body: CourseOrder) => call(courseEndpoints.orderCourse, { params: { id }, body }),
    onMutate: (order) => showRecord(client, courseQuery(id).queryKey, (course) => orderItems(course, order)),
    onSuccess: (_detail, _order, shown) => {
      shown.end();
      void liveLink.emit('course-update', { id });
    },
    onError: (error, _order, shown) => {
      shown?.undo();
      if (!(error instanceof ApiError) || error.code !== 'STALE') return toastFailure('save the order', error);
      toast({
        title: 'The item was changed in another window',
        description: 'It has been loaded again. Repeat the move.',
        variant: 'destructive',
      });
    },
    onSettled: () => void refetchItem(client, id),
    meta: { action: null },
  });
}
