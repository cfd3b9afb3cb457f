import { useState, type DragEvent } from 'react';

/** A part of an item that can be dragged. */
type PartKind = 'file' | 'section' | 'lesson';

/** The classes of a part under the dragged one. */
export const OVER_CLASSES = 'bg-accent-soft';

interface Dragged {
  kind: PartKind;
  id: string;
}

/** What happens when a part of a kind is dropped, by its id. */
type Drops = Partial<Record<PartKind, (id: string) => void>>;

/** What {@link useDrag} returns. */
export type Drag = ReturnType<typeof useDrag>;

/** Lets the pointer drag parts onto others; buttons do the same for the keyboard. */
export function useDrag() {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const end = (): void => {
    setDragged(null);
    setOverId(null);
  };
  return {
    /** The part under the pointer while another one is dragged; null for none. */
    overId,
    /** Returns the attributes of a part that can be dragged, and that accepts others. */
    rowProps: (row: Dragged, drops: Drops) => {
      const drop = dragged === null || dragged.id === row.id ? undefined : drops[dragged.kind];
      return {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = 'move';
          // Firefox starts no drag without data.
          event.dataTransfer.setData('text/plain', row.id);
          setDragged(row);
        },
        onDragEnd: end,
        onDragOver: (event: DragEvent) => {
          if (!drop) return;
          event.preventDefault();
          event.stopPropagation();
          setOverId(row.id);
        },
        onDrop: (event: DragEvent) => {
          if (!drop || dragged === null) return;
          event.preventDefault();
          event.stopPropagation();
          drop(dragged.id);
          end();
        },
      };
    },
  };
}
