import { Unlink } from 'lucide-react';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

/** Shows why an emailed link does not work and where to get another. */
export function InvalidLink({ reason, isReset = true }: { reason: string; isReset?: boolean }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <Unlink className="size-8 text-text-muted" strokeWidth={1.6} />
      <p>{reason}</p>
      {isReset ? (
        <ButtonLink to="/auth?mode=forgot" replace variant="primary" size="lg">
          Request a new link
        </ButtonLink>
      ) : (
        <p className="text-text-muted">You can send another link from Settings, Account.</p>
      )}
    </div>
  );
}
