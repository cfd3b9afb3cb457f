import { endpoint, endpoints } from './endpoint.ts';
import type { courseSchemas } from './courses.schema.ts';

/** Content types of an item. */
const CONTENT_TYPES = ['course', 'ebook', 'document', 'video', 'resource'] as const;
/** One of {@link CONTENT_TYPES}. */
export type ContentType = (typeof CONTENT_TYPES)[number];

/**
 * A published item on the landing page. `price` is in minor units of `currency`.
 */
export interface PublicCourseView {
  id: string;
  title: string;
  contentType: ContentType;
  category: string | null;
  price: number;
  currency: string;
  imageUrl: string | null;
  author: { fullName: string; role: string };
}

/** Courses and other items that are public. */
export const courseEndpoints = endpoints<typeof courseSchemas>()({
  listPublicCourses: endpoint<PublicCourseView[]>()({
    method: 'GET',
    path: '/api/public/courses',
    who: 'public',
    isPage: true,
  }),
});
