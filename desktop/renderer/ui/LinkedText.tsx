import { Fragment, lazy, Suspense, useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { LINK_CLASSES } from './button-classes.ts';
import { labelOf, splitLinks } from './text-links.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

interface LinkedTextProps {
  children: string;
  className?: string | undefined;
  /** Renders the text between URLs. */
  plain?: ((text: string) => ReactNode) | undefined;
}

/**
 * Text of a member: line breaks are kept, each line has its own direction, http(s) URLs are links to a new window. A
 * link to another website opens after a question that shows its host.
 */
export function LinkedText({ children, className, plain = (text) => text }: LinkedTextProps) {
  const parts = useMemo(() => splitLinks(children), [children]);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const ask = (event: MouseEvent, href: string): void => {
    if (new URL(href).origin === location.origin) return;
    event.preventDefault();
    setLeavingTo(href);
  };
  return (
    <div
      dir="auto"
      className={className}
      style={{ unicodeBidi: 'plaintext', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {parts.map(({ text, href }, index) =>
        href === null ? (
          <Fragment key={index}>{plain(text)}</Fragment>
        ) : (
          // The parts of one text never change their order.
          <a
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            dir="ltr"
            className={LINK_CLASSES}
            onClick={(event) => ask(event, href)}
            // The middle button opens a link as well; the right button opens a menu.
            onAuxClick={(event) => event.button === 1 && ask(event, href)}
          >
            {labelOf(href)}
          </a>
        ),
      )}
      {leavingTo !== null && (
        <Suspense fallback={null}>
          <LeaveDialog href={leavingTo} onClose={() => setLeavingTo(null)} />
        </Suspense>
      )}
    </div>
  );
}
