import { BookOpen, FileText, Film, Package, ScrollText } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ContentType } from '#shared/api/courses.ts';

/** Name and sign of each type of item. */
export const CONTENT_TYPES: Record<ContentType, { label: string; icon: LucideIcon }> = {
  course: { label: 'Course', icon: BookOpen },
  ebook: { label: 'E-book', icon: ScrollText },
  document: { label: 'Document', icon: FileText },
  video: { label: 'Video', icon: Film },
  resource: { label: 'Resource', icon: Package },
};
