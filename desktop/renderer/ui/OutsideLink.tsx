import { lazy, Suspense, useState, type ComponentProps, type MouseEvent } from 'react';
import { readBridge } from '../lib/page/bridge.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

interface OutsideLinkProps extends Pick<ComponentProps<'a'>, 'children' | 'className' | 'dir' | 'title'> {
  href: string;
  /** `noopener noreferrer`, and what else the link is to its page. */
  rel: string;
  /** Called when the website is opened. */
  onFollow?: (() => void) | undefined;
}

/**
 * A link that a member gave, which opens a new window. Another website opens after a question that shows its host. In
 * the desktop app the main process asks it, since a page could leave its own question out. An address of the server's
 * API is text: a request that another member wrote, such as a download that ends a refund, is not one click away.
 */
export function OutsideLink({ href, rel, onFollow, children, ...rest }: OutsideLinkProps) {
  const [isAsking, setIsAsking] = useState(false);
  const open = (event: MouseEvent): void => {
    if (readBridge() !== undefined || !isOtherWebsite(href)) return onFollow?.();
    event.preventDefault();
    setIsAsking(true);
  };
  if (isOfApi(href)) return <span {...rest}>{children}</span>;
  return (
    <>
      <a
        {...rest}
        href={href}
        target="_blank"
        rel={rel}
        onClick={open}
        // The middle button opens a link as well; the right button opens a menu.
        onAuxClick={(event) => event.button === 1 && open(event)}
      >
        {children}
      </a>
      {isAsking && (
        <Suspense fallback={null}>
          <LeaveDialog href={href} rel={rel} onFollow={onFollow} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

function isOtherWebsite(href: string): boolean {
  return URL.canParse(href) && new URL(href).origin !== location.origin;
}

/** Whether an address is one of the API of this server, whose routes match in any case. */
function isOfApi(href: string): boolean {
  const url = URL.parse(href, location.href);
  return url?.origin === location.origin && /^\/+api(?:\/|$)/iu.test(url.pathname);
}
