import { CloudAlert } from 'lucide-react';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

/** Props of {@link ErrorFallback}. */
export interface ErrorFallbackProps {
  error: { message: string };
  onRetry: () => void;
  /** Loads /home anew when missing, as the router may be what broke. */
  onGoHome?: (() => void) | undefined;
}

function loadHome(): void {
  globalThis.location.assign('/home');
}

/** What stands in place of a page that crashed. Texts: spec section 2. Needs no router and no store. */
export function ErrorFallback({ error, onRetry, onGoHome = loadHome }: ErrorFallbackProps) {
  usePageTitle('Something went wrong');
  return (
    <div role="alert">
      <MessagePage
        icon={<CloudAlert />}
        title="Something went wrong"
        actions={
          <>
            <Button variant="primary" onClick={onGoHome}>
              Go to Home
            </Button>
            <Button onClick={onRetry}>Try Again</Button>
          </>
        }
      >
        <p className="break-words">Error: {error.message}</p>
      </MessagePage>
    </div>
  );
}
