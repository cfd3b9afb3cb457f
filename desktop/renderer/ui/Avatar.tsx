import clsx from 'clsx';
import { initialsColors } from './initials-colors.ts';
import { initials } from './initials.ts';
import { useFailedImage } from './use-failed-image.ts';

/** Props of {@link Avatar}. */
export interface AvatarProps {
  /** The member's id, by which the colour of the initials is chosen; without an id they are grey. */
  id: string | null | undefined;
  name: string;
  /** URL of the photo; initials are shown when it is null or undefined, or fails to load. */
  src?: string | null | undefined;
  /** Alternative text; empty when the name is shown beside it. */
  alt?: string | undefined;
  /** Sides of 24, 32, 40, 56 and 96 px at the middle text size. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  className?: string | undefined;
}

const SIZES = {
  xs: 'size-6 text-micro',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  lg: 'size-14 text-lg',
  xl: 'size-24 text-3xl',
};

/** A member's photo or initials. */
export function Avatar({ id, name, src, alt = '', size = 'md', className }: AvatarProps) {
  const [hasFailed, onError] = useFailedImage(src);
  const shape = clsx('shrink-0 rounded-full select-none', SIZES[size], className);
  if (src !== null && src !== undefined && src !== '' && !hasFailed) {
    return (
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={onError}
        className={clsx(shape, 'bg-surface-sunken object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      {...initialsColors(id, clsx(shape, 'inline-flex items-center justify-center font-semibold'))}
    >
      {initials(name)}
    </span>
  );
}
