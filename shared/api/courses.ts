import { endpoint, type PageQuery } from './endpoint.ts';

/** Content types of an item. Source: spec section 9. */
const CONTENT_TYPES = ['course', 'ebook', 'document', 'video', 'resource'] as const;
/** One of {@link CONTENT_TYPES}. */
export type ContentType = (typeof CONTENT_TYPES)[number];

/** A published item as the landing page shows it. `price` is in minor units of `currency`. Source: decisions 3 and 12. */
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

/** Items anyone may see. */
export const courseEndpoints = {
  listPublicCourses: endpoint<{ query?: PageQuery }, PublicCourseView[]>({
    method: 'GET',
    path: '/api/public/courses',
    who: 'public',
    errors: [],
    isPage: true,
  }),
} as const;
