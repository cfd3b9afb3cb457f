import { Unlink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '../../../ui/button-classes.ts';

/** Shows why an emailed link does not work and where to get another. */
export function InvalidLink({ reason, isReset = true }: { reason: string; isReset?: boolean }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <Unlink className="size-8 text-text-muted" strokeWidth={1.6} />
      <p>{reason}</p>
      {isReset ? (
        <Link to="/auth?mode=forgot" replace className={buttonClasses('primary', 'lg')}>
          Request a new link
        </Link>
      ) : (
        <p className="text-text-muted">You can send another link from Settings, Account.</p>
      )}
    </div>
  );
}
