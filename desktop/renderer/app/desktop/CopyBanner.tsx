import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

const WHEN = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

interface CopyBannerProps {
  /** In milliseconds since 1970. */
  loadedAtMs: number;
  onTryAgain: () => void;
}

/** Shows that the pages show what was loaded before the start, and when that was. */
export function CopyBanner({ loadedAtMs, onTryAgain }: CopyBannerProps) {
  return (
    <Banner
      action={
        <Button size="sm" onClick={onTryAgain}>
          Try again
        </Button>
      }
    >
      The server is not responding. You see what was loaded until{' '}
      <time dateTime={new Date(loadedAtMs).toISOString()}>{WHEN.format(loadedAtMs)}</time>. Messages are sent when it
      responds.
    </Banner>
  );
}
