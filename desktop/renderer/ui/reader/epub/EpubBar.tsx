import { AArrowDown, AArrowUp, ChevronLeft, ChevronRight, List, SkipBack, SkipForward } from 'lucide-react';
import { IconButton } from '../../IconButton.tsx';
import { ViewerBar } from '../ViewerBar.tsx';

interface EpubBarProps {
  /** From 0. */
  chapter: number;
  chapters: number;
  percent: number;
  /** Whether pages are turned to the left. */
  isRightToLeft: boolean;
  /** Size of the text, in percent. */
  textPercent: number;
  /** Whether the book has a table of contents. */
  hasContents: boolean;
  isContentsOpen: boolean;
  onContents: () => void;
  onChapter: (chapter: number) => void;
  onTurn: (direction: 1 | -1) => void;
  onTextSize: (step: 1 | -1) => void;
}

/** The table of contents, pages and chapters, and the size of the text. */
export function EpubBar(props: EpubBarProps) {
  const { chapter, chapters, percent, isRightToLeft, textPercent, hasContents, isContentsOpen } = props;
  const { onContents, onChapter, onTurn, onTextSize } = props;
  return (
    <ViewerBar label="Chapters and text size">
      {hasContents && (
        <IconButton
          label="Contents"
          aria-expanded={isContentsOpen}
          icon={<List className="size-4" />}
          onClick={onContents}
        />
      )}
      <span dir={isRightToLeft ? 'rtl' : 'ltr'} className="flex items-center gap-1">
        <IconButton
          label="Previous chapter"
          icon={<SkipBack className="size-4 rtl:-scale-x-100" />}
          disabled={chapter <= 0}
          onClick={() => onChapter(chapter - 1)}
        />
        <IconButton
          label="Previous page"
          className="max-sm:hidden"
          icon={<ChevronLeft className="size-4 rtl:-scale-x-100" />}
          onClick={() => onTurn(-1)}
        />
        <IconButton
          label="Next page"
          className="max-sm:hidden"
          icon={<ChevronRight className="size-4 rtl:-scale-x-100" />}
          onClick={() => onTurn(1)}
        />
        <IconButton
          label="Next chapter"
          icon={<SkipForward className="size-4 rtl:-scale-x-100" />}
          disabled={chapter >= chapters - 1}
          onClick={() => onChapter(chapter + 1)}
        />
      </span>
      <span className="min-w-0 flex-1 truncate px-1 text-small text-text-muted tabular-nums">
        {`Chapter ${chapter + 1} of ${chapters} · ${Math.round(percent * 100)}%`}
      </span>
      <IconButton label="Smaller text" icon={<AArrowDown className="size-4" />} onClick={() => onTextSize(-1)} />
      <span className="w-10 text-center text-small max-sm:hidden text-text-muted tabular-nums">{`${textPercent}%`}</span>
      <IconButton label="Larger text" icon={<AArrowUp className="size-4" />} onClick={() => onTextSize(1)} />
    </ViewerBar>
  );
}
