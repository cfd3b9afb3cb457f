import clsx from 'clsx';
import { QUALITY_NAMES } from '../call-words.ts';
import { useCall } from '../slice.ts';

const HEIGHTS = ['h-1', 'h-2', 'h-3', 'h-4'];

/** The quality of the connection as four bars; renders nothing before the first measurement. */
export function QualityBars() {
  const quality = useCall('quality');
  if (quality === null) return null;
  const label = `Connection quality: ${QUALITY_NAMES[quality]}`;
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex h-4 items-end gap-0.5">
      {HEIGHTS.map((height, index) => (
        <span
          key={height}
          className={clsx(
            'w-1 rounded-sm',
            height,
            index >= quality
              ? 'bg-border-strong opacity-40'
              : quality === 1
                ? 'bg-danger'
                : quality === 2
                  ? 'bg-warning'
                  : 'bg-success',
          )}
        />
      ))}
    </span>
  );
}
