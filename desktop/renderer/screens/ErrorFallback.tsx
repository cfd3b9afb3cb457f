import { CloudAlert } from 'lucide-react';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

/** Shown in place of a page that crashed. */
export function ErrorFallback({ error, onRetry }: { error: Error; onRetry: () => void }) {
  usePageTitle('Something went wrong');
  return (
    <div role="alert">
      <MessagePage
        icon={<CloudAlert />}
        title="Something went wrong"
        actions={
          <>
            {/* Reloads, because the router may have failed. */}
            <Button variant="primary" onClick={() => globalThis.location.assign('/home')}>
              Go to Home
            </Button>
            <Button onClick={onRetry}>Try Again</Button>
          </>
        }
      >
        <p className="break-words">{`Error: ${error.message}`}</p>
      </MessagePage>
    </div>
  );
}
