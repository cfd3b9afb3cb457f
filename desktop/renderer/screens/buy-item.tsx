import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { courseMetaQuery } from '../features/courses/api/queries.ts';
import { formatPrice } from '../features/courses/price.ts';
import { BuyButton } from '../features/purchases/components/BuyButton.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Renders the button that buys an item. */
export function buyItem(course: CourseDetailView): ReactNode {
  return <BuyItem course={course} />;
}

function BuyItem({ course }: { course: CourseDetailView }) {
  const query = useQuery(courseMetaQuery);
  const { data: meta } = query;
  if (meta === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-9 w-32" />} />;
  return <BuyButton course={course} price={formatPrice(course.price, course.currency)} meta={meta} />;
}
