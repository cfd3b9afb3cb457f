import type { ReactElement } from 'react';
import { drawAttachment } from '../post-attachment.tsx';

/** Renders the item that a message refers to. */
export function drawItem(id: string): ReactElement {
  return (
    <div className="w-96 max-w-full">
      <span className="sr-only">About: </span>
      {drawAttachment({ type: 'course', id })}
    </div>
  );
}
