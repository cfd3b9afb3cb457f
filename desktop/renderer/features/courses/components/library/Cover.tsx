import clsx from 'clsx';
import type { ContentType } from '#shared/api/courses.ts';
import { CONTENT_TYPES } from '../../content-types.ts';
import { CoverImage } from '../CoverImage.tsx';

const CIRCLES = 4;

/** Returns numbers below 100 that are the same for the same text. Source: FNV-1a. */
function numbersOf(text: string, count: number): number[] {
  let hash = 0x811c9dc5;
  const step = (code: number): void => {
    hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
  };
  for (const letter of text) step(letter.codePointAt(0) ?? 0);
  return Array.from({ length: count }, (_none, index) => {
    step(index);
    return hash % 100;
  });
}

interface CoverProps {
  course: { id: string; contentType: ContentType; imageUrl: string | null };
  className?: string | undefined;
}

/** The cover of an item; without an image a quiet pattern that is made from its id. */
export function Cover({ course, className = 'aspect-[5/2]' }: CoverProps) {
  const Icon = CONTENT_TYPES[course.contentType].icon;
  const numbers = numbersOf(course.id, CIRCLES * 2);
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'relative flex items-center justify-center overflow-hidden bg-surface-sunken text-text-muted',
        className,
      )}
    >
      <svg viewBox="0 0 100 40" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full opacity-10">
        {Array.from({ length: CIRCLES }, (_none, index) => (
          <circle
            key={index}
            cx={numbers[index * 2]}
            cy={(numbers[index * 2 + 1] ?? 0) * 0.4}
            r={8 + index * 6}
            fill="currentColor"
          />
        ))}
      </svg>
      <Icon className="relative size-7" strokeWidth={1.5} />
      <CoverImage src={course.imageUrl} />
    </div>
  );
}
