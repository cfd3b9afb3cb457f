import clsx from 'clsx';
import { Maximize2, Move } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Avatar } from '../../../ui/Avatar.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { statusText } from '../call-words.ts';
import { onCallKey } from '../hooks/call-keys.ts';
import { useCall } from '../slice.ts';
import { CallControls } from './CallControls.tsx';
import { PeerStream, useShowsPeer } from './CallStage.tsx';
import { CallTimer } from './CallTimer.tsx';

/** Corners of the page, in the order in which the button moves the window. */
const CORNERS = [
  'end-4 top-16',
  'end-4 bottom-4 max-sm:bottom-18',
  'start-4 bottom-4 max-sm:bottom-18',
  'start-4 top-16',
] as const;

interface MiniCallProps {
  /** The body of a window of its own; null in the page. */
  container: HTMLElement | null;
  onExpand: () => void;
}

/** The small window of a minimised call, in a corner of the page or in a window of its own. */
export function MiniCall({ container, onExpand }: MiniCallProps) {
  const [corner, setCorner] = useState(0);
  const content = <Content onExpand={onExpand} onMove={container ? undefined : () => setCorner(corner + 1)} />;
  if (container) return createPortal(<div className="flex h-dvh flex-col bg-surface-raised">{content}</div>, container);
  return (
    <div
      className={clsx(
        'fixed z-40 flex w-72 max-w-[calc(100vw-2rem)] animate-rise flex-col overflow-hidden rounded-lg border border-border bg-surface-raised shadow-overlay print:hidden',
        CORNERS[corner % CORNERS.length],
      )}
    >
      {content}
    </div>
  );
}

function Content({ onExpand, onMove }: { onExpand: () => void; onMove: (() => void) | undefined }) {
  const peer = useCall('peer');
  const step = useCall('step');
  const isActive = useCall('phase') === 'active';
  const showsPeer = useShowsPeer();
  const name = peer?.name ?? '';
  return (
    <section
      aria-label={`Call with ${name}`}
      data-region=""
      onKeyDown={onCallKey}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex items-center gap-2.5 py-2 ps-3 pe-1.5">
        {!showsPeer && <Avatar id={peer?.id} name={name} src={peer?.photo} size="sm" />}
        <div className="min-w-0 flex-1">
          <Name className="block truncate text-left font-semibold">{name}</Name>
          <p className="truncate text-small text-text-muted">
            {step === 'connected' ? <CallTimer /> : <span role="status">{statusText({ step, peer })}</span>}
          </p>
        </div>
        {onMove && <IconButton label="Move to another corner" icon={<Move className="size-4" />} onClick={onMove} />}
        <IconButton label="Back to the call window" icon={<Maximize2 className="size-4" />} onClick={onExpand} />
      </div>
      {isActive && (
        <div
          data-theme="dark"
          className={clsx('relative overflow-hidden bg-surface', showsPeer ? 'aspect-video min-h-0 flex-1' : 'h-0')}
        >
          <PeerStream />
        </div>
      )}
      <div className="px-3 py-2.5">
        <CallControls size="md" />
      </div>
    </section>
  );
}
