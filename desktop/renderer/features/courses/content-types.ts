import { BookOpen, FileText, Film, Package, ScrollText } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ContentType } from '#shared/api/courses.ts';

/** Label and icon of each content type. */
export const CONTENT_TYPES: Record<ContentType, { label: string; icon: LucideIcon }> = {
  course: { label: 'Course', icon: BookOpen },
  ebook: { label: 'E-book', icon: ScrollText },
  document: { label: 'Document', icon: FileText },
  video: { label: 'Video', icon: Film },
  resource: { label: 'Resource', icon: Package },
};
