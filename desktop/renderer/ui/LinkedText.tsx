import { Fragment, useMemo } from 'react';
import { LINK_CLASSES } from './button-classes.ts';
import { OutsideLink } from './OutsideLink.tsx';
import { labelOf, splitLinks } from './text-links.ts';
import type { Elements } from './elements.ts';

interface LinkedTextProps {
  children: string;
  className?: string | undefined;
  /** Renders the text between URLs. */
  plain?: ((text: string) => Elements) | undefined;
}

/** Text of a member: line breaks are kept, each line has its own direction, http(s) URLs are links to a new window. */
export function LinkedText({ children, className, plain = (text) => <span>{text}</span> }: LinkedTextProps) {
  const parts = useMemo(() => splitLinks(children), [children]);
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
          <OutsideLink
            key={index}
            href={href}
            rel="noopener noreferrer nofollow ugc"
            dir="ltr"
            className={LINK_CLASSES}
          >
            {labelOf(href)}
          </OutsideLink>
        ),
      )}
    </div>
  );
}
