import { CloudAlert } from 'lucide-react';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

interface ErrorFallbackProps {
  error: { message: string };
  onRetry: () => void;
  /** Reloads /home when missing, because the router may have failed. */
  onGoHome?: (() => void) | undefined;
}

function loadHome(): void {
  globalThis.location.assign('/home');
}

/** Shown in place of a page that crashed. */
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
