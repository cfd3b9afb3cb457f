import { Lock } from 'lucide-react';
import { Button } from '../ui/Button.tsx';

/** Explains above the Library why a creator was redirected from Home. */
export function LibraryBanner({ onDismiss }: { onDismiss: () => void }) {
  return (
    <section aria-labelledby="restricted" className="mx-auto w-full max-w-[1024px] px-4 pt-6 sm:px-8">
      <div
        role="status"
        className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-border bg-accent-soft p-4"
      >
        <Lock className="mt-0.5 size-4.5 shrink-0 text-accent-text" />
        <div className="min-w-56 flex-1">
          <h2 id="restricted" className="font-semibold">
            Access Restricted
          </h2>
          <p>You don&apos;t have permission to access this page.</p>
          <p>As a creator, you only have access to the Library section.</p>
        </div>
        <Button size="sm" onClick={onDismiss}>
          Go to Library
        </Button>
      </div>
    </section>
  );
}
