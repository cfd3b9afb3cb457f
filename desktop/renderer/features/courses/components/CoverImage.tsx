import { useFailedImage } from '../../../ui/use-failed-image.ts';

/** The decorative image of a course over its icon; renders nothing without one, or when it cannot be loaded. */
export function CoverImage({ src }: { src: string | null }) {
  const [hasFailed, onError] = useFailedImage(src);
  if (src === null || hasFailed) return null;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onError}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
