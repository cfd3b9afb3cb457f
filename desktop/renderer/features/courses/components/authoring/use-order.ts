import { useEffect, useRef, useState } from 'react';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { hasFocus } from '../../../../lib/page/focus.ts';
import { useOrderCourse } from '../../api/authoring.ts';
import { orderOf, type CourseOrder } from '../../course-order.ts';

/** What {@link useOrder} returns. */
export interface CourseMoves {
  order: CourseOrder;
  /** The last move, in a sentence for screen readers. */
  announcement: string;
  /** Shows and stores another order. */
  move: (next: CourseOrder, sentence: string) => void;
}

/** The order of the parts of an item. The button that moved a part has focus after the move too. */
export function useOrder(course: CourseDetailView): CourseMoves {
  const { mutate } = useOrderCourse(course.id);
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string | null>(null);
  const order = orderOf(course);
  const key = JSON.stringify(order);
  useEffect(() => {
    // Browsers take focus from an element that is moved.
    if (focused.current !== null && !hasFocus()) document.getElementById(focused.current)?.focus();
    focused.current = null;
  }, [key]);
  return {
    order,
    announcement,
    move: (next, sentence) => {
      if (JSON.stringify(next) === key) return;
      focused.current = document.activeElement?.id || null;
      setAnnouncement(sentence);
      mutate(next);
    },
  };
}
