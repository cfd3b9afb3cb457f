import { useEffect, useRef, useState, type DragEvent } from 'react';

/**
 * Accepts files dropped on an element while `isOpen`; files dropped anywhere else are ignored. Returns the handlers of
 * the element, and whether files are dragged over it.
 */
export function useDropZone(isOpen: boolean, onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  // dragenter and dragleave also fire for each child element.
  const depth = useRef(0);
  useEffect(() => {
    // Without this the browser would leave the page to open the file, and end running uploads.
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  const take = (event: DragEvent): boolean => {
    if (!event.dataTransfer.types.includes('Files')) return false;
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
      onDragEnter(event: DragEvent): void {
        if (!take(event)) return;
        depth.current += 1;
        setIsOver(true);
      },
      onDragOver: (event: DragEvent) => void take(event),
      onDragLeave(): void {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setIsOver(false);
      },
      onDrop(event: DragEvent): void {
        if (take(event)) onFiles([...event.dataTransfer.files]);
        end();
      },
    },
  };
}
