import { useRef, useState, type DragEvent } from 'react';

/** Handlers that take dropped files, and whether some hang over the place. */
export interface DropZone {
  isOver: boolean;
  handlers: { onDragEnter: (event: DragEvent) => void; onDragOver: (event: DragEvent) => void; onDragLeave: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

/** Takes files that are dropped anywhere on an element; does nothing where they cannot be sent. */
export function useDropZone(isOpen: boolean, onFiles: (files: readonly File[]) => void): DropZone {
  const [isOver, setIsOver] = useState(false);
  // Each element inside tells of its own entering and leaving.
  const depth = useRef(0);
  const take = (event: DragEvent): boolean => {
    if (!event.dataTransfer.types.includes('Files')) return false;
    // Without it the browser would leave the page for the file.
    event.preventDefault();
    if (!isOpen) event.dataTransfer.dropEffect = 'none';
    return isOpen;
  };
  const end = (): void => {
    depth.current = 0;
    setIsOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event) {
        if (!take(event)) return;
        depth.current += 1;
        setIsOver(true);
      },
      onDragOver: (event) => void take(event),
      onDragLeave() {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setIsOver(false);
      },
      onDrop(event) {
        if (take(event)) onFiles([...event.dataTransfer.files]);
        end();
      },
    },
  };
}
