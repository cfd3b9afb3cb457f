import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../../../../ui/IconButton.tsx';

interface MoveButtonsProps {
  id: string;
  title: string;
  index: number;
  count: number;
  /** Called with the new index. */
  onMove: (index: number) => void;
}

/** Moves a part of an item up or down in its list. A button at the end of the list keeps focus, but does nothing. */
export function MoveButtons({ id, title, index, count, onMove }: MoveButtonsProps) {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  return (
    <span className="flex shrink-0">
      <IconButton
        id={`${id}-up`}
        label={`Move up ${title}`}
        icon={<ArrowUp className="size-4" />}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(index - 1)}
      />
      <IconButton
        id={`${id}-down`}
        label={`Move down ${title}`}
        icon={<ArrowDown className="size-4" />}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(index + 1)}
      />
    </span>
  );
}
