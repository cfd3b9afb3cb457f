import clsx from 'clsx';
import type { ContentType } from '#shared/api/courses.ts';
import { CONTENT_TYPES } from '../content-types.ts';
import { CoverImage } from './CoverImage.tsx';

interface CoverProps {
  course: { id: string; contentType: ContentType; imageUrl: string | null };
  /** Sets the size. */
  className?: string | undefined;
  iconClassName?: string | undefined;
}

/** The cover of an item, which is decorative; without an image a quiet pattern that its id determines. */
export function Cover({ course, className, iconClassName = 'size-7' }: CoverProps) {
  const { icon: Icon } = CONTENT_TYPES[course.contentType];
  const hash = hashOf(course.id);
  const hue = hash % 360;
  return (
    <div
      aria-hidden="true"
      className={clsx('relative flex shrink-0 items-center justify-center overflow-hidden', className)}
      // The lightness is that of the theme.
      style={{
        backgroundColor: `oklch(from var(--surface-sunken) l 0.03 ${String(hue)})`,
        color: `oklch(from var(--text-muted) l 0.07 ${String(hue)})`,
      }}
    >
      <svg viewBox="0 0 100 40" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full opacity-15">
        {[0, 1, 2, 3].map((ring) => (
          <circle
            key={ring}
            cx={(hash >> 4) % 100}
            cy={(hash >> 11) % 40}
            r={10 + ring * (8 + (hash % 5))}
            fill="none"
            stroke="currentColor"
            strokeWidth={3 + (hash % 4)}
          />
        ))}
      </svg>
      <Icon className={clsx('relative', iconClassName)} strokeWidth={1.5} />
      <CoverImage src={course.imageUrl} />
    </div>
  );
}

/** Returns a number that depends on each letter of a text. Source: FNV-1a, 31 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 1;
}
