import { ChevronDown, ChevronUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { CONTROL_CLASSES } from '../../button-classes.ts';
import { IconButton } from '../../IconButton.tsx';
import { ViewerBar } from '../ViewerBar.tsx';
import { stepZoom, type Zoom } from './zoom.ts';

interface PdfBarProps {
  page: number;
  pages: number;
  zoom: Zoom;
  /** The present size as a factor of the printed size. */
  scale: number;
  onPage: (page: number) => void;
  onZoom: (zoom: Zoom) => void;
}

/** The page, which can be typed, and the size of the pages. */
export function PdfBar({ page, pages, zoom, scale, onPage, onZoom }: PdfBarProps) {
  return (
    <ViewerBar label="Pages and zoom">
      <IconButton
        label="Previous page"
        icon={<ChevronUp className="size-4" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label="Next page"
        icon={<ChevronDown className="size-4" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
      <PageField page={page} pages={pages} onPage={onPage} />
      <span className="flex-1" />
      <IconButton
        label="Zoom out"
        aria-keyshortcuts="-"
        icon={<ZoomOut className="size-4" />}
        onClick={() => onZoom(stepZoom(scale, -1))}
      />
      <span className="w-11 text-center text-small max-sm:hidden text-text-muted tabular-nums">
        {`${Math.round(scale * 100)}%`}
      </span>
      <IconButton
        label="Zoom in"
        aria-keyshortcuts="+"
        icon={<ZoomIn className="size-4" />}
        onClick={() => onZoom(stepZoom(scale, 1))}
      />
      <IconButton
        label="Fit width"
        aria-keyshortcuts="0"
        aria-pressed={zoom === 'width'}
        icon={<MoveHorizontal className="size-4" />}
        onClick={() => onZoom('width')}
      />
    </ViewerBar>
  );
}

function PageField({ page, pages, onPage }: Pick<PdfBarProps, 'page' | 'pages' | 'onPage'>) {
  // What the user types, until they leave the field.
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    const number = Number(draft);
    setDraft(null);
    if (draft !== null && Number.isInteger(number) && number >= 1) onPage(Math.min(number, pages));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') finish();
    if (event.key === 'Escape') setDraft(null);
  };
  return (
    <label className="flex items-center gap-1.5 px-1 text-small whitespace-nowrap text-text-muted">
      <span>Page</span>
      <span className="w-14">
        <input
          type="text"
          aria-label="Page"
          data-own-escape={draft === null ? undefined : ''}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? String(page)}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={finish}
          onKeyDown={onKeyDown}
          className={`${CONTROL_CLASSES} h-8 text-center tabular-nums`}
        />
      </span>
      <span>{`of ${pages}`}</span>
    </label>
  );
}
