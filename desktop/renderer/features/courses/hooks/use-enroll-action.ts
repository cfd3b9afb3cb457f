import { useEffect, useRef, type RefObject } from 'react';
import type { CourseView } from '#shared/api/courses.ts';
import { hasFocus } from '../../../lib/page/focus.ts';
import { useEnroll } from '../api/mutations.ts';

/** Enrolls in an item; `actions` contains the button, which another action replaces. */
interface EnrollAction {
  actions: RefObject<HTMLDivElement | null>;
  enroll: () => void;
  isEnrolling: boolean;
}

/** Enrolls in an item, and keeps focus when another action replaces the button, or a failure brings it back. */
export function useEnrollAction({ id, viewer: { isEnrolled } }: Pick<CourseView, 'id' | 'viewer'>): EnrollAction {
  const { mutate, isPending } = useEnroll(id);
  const actions = useRef<HTMLDivElement>(null);
  const hasEnrolled = useRef(false);
  useEffect(() => {
    if (hasEnrolled.current && !hasFocus()) actions.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isEnrolled]);
  return {
    actions,
    enroll: () => {
      hasEnrolled.current = true;
      mutate();
    },
    isEnrolling: isPending,
  };
}
