import { MessageSquare, Minimize2, PictureInPicture2, Route, Settings2, Zap } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CALL_NAMES } from '../call-words.ts';
import { useCall } from '../slice.ts';
import { CallTimer } from './CallTimer.tsx';
import { QualityBars } from './QualityBars.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** What is open beside the call. */
export type CallPanel = 'chat' | 'devices' | null;

interface CallHeaderProps {
  /** The name of the peer as the title of the window. */
  title: Elements;
  panel: CallPanel;
  hasChat: boolean;
  onPanel: (panel: CallPanel) => void;
  onMinimise: () => void;
  /** Moves the call to a window of its own; undefined where the browser has none. */
  onPopOut?: (() => void) | undefined;
}

/** Who the call is with, its type, its time and its quality, and what changes the window. */
export function CallHeader({ title, panel, hasChat, onPanel, onMinimise, onPopOut }: CallHeaderProps) {
  const callType = useCall('callType');
  const toggle = (name: Exclude<CallPanel, null>) => ({
    'aria-pressed': panel === name,
    className: 'aria-pressed:bg-surface-sunken aria-pressed:text-text',
    onClick: () => onPanel(panel === name ? null : name),
  });
  return (
    <div className="flex items-start gap-2 border-b border-border px-4 py-3">
      <div className="min-w-0 flex-1">
        {title}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-muted">
          <Badge>{CALL_NAMES[callType]}</Badge>
          <CallTimer />
          <QualityBars />
          <RouteHint />
        </div>
      </div>
      <div className="-me-1.5 flex shrink-0">
        {hasChat && <IconButton label="Chat" icon={<MessageSquare className="size-4" />} {...toggle('chat')} />}
        <IconButton label="Devices" icon={<Settings2 className="size-4" />} {...toggle('devices')} />
        {onPopOut && (
          <IconButton
            label="Open in a window that stays on top"
            icon={<PictureInPicture2 className="size-4" />}
            className="max-sm:hidden"
            onClick={onPopOut}
          />
        )}
        <IconButton label="Minimise" icon={<Minimize2 className="size-4" />} onClick={onMinimise} />
      </div>
    </div>
  );
}

/** How the two sides are connected; renders nothing before the connection is established. */
function RouteHint() {
  const route = useCall('route');
  if (route === null) return null;
  const Icon = route === 'relay' ? Route : Zap;
  const title =
    route === 'relay'
      ? 'The call goes through a relay, which cannot listen to it.'
      : 'The call goes directly from one device to the other.';
  return (
    <span title={title} className="inline-flex items-center gap-1">
      <Icon aria-hidden="true" className="size-3.5" />
      <span>{route === 'relay' ? 'Relayed' : 'Direct'}</span>
    </span>
  );
}
