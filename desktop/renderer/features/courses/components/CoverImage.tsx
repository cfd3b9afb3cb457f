/** The decorative image of a course over its icon; renders nothing without one. */
export function CoverImage({ src }: { src: string | null }) {
  if (src === null) return null;
  return <img src={src} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />;
}
