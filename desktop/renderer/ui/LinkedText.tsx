import { Fragment, type ReactNode } from 'react';
import { LINK_CLASSES } from './button-classes.ts';
import { splitLinks } from './text-links.ts';

interface LinkedTextProps {
  children: string;
  className?: string | undefined;
  /** Renders the text between URLs. */
  plain?: ((text: string) => ReactNode) | undefined;
}

/** Text of a member: line breaks are kept, each line has its own direction, http(s) URLs are links to a new window. */
export function LinkedText({ children, className, plain = (text) => text }: LinkedTextProps) {
  return (
    <div
      dir="auto"
      className={className}
      style={{ unicodeBidi: 'plaintext', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {splitLinks(children).map(({ text, href }, index) =>
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
          >
            {shorten(text)}
          </a>
        ),
      )}
    </div>
  );
}

const ADDRESS_MAX_CHARS = 48;

/** Removes the scheme of a URL and truncates a long one. */
function shorten(address: string): string {
  const bare = address.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, '');
  return bare.length > ADDRESS_MAX_CHARS ? `${bare.slice(0, ADDRESS_MAX_CHARS - 1)}…` : bare;
}
