import { useEffect } from 'react';
import type { ViewerProps } from './reader-file.ts';

/** An image at full size, within the width and the height of the reader. */
export function ImageView({ file, url, onPlace, onProblem }: ViewerProps) {
  useEffect(() => onPlace({ position: '1', percent: 1 }), [onPlace]);
  return (
    <div className="flex min-h-48 flex-1 items-center justify-center p-4">
      <img
        src={url}
        alt={file.name}
        onError={() => onProblem('damaged')}
        className="max-h-[70dvh] max-w-full rounded-md object-contain"
      />
    </div>
  );
}
