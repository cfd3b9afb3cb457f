import { isLookalike } from '#shared/lookalike.ts';
import { Button } from './Button.tsx';
import { buttonClasses } from './button-classes.ts';
import { Dialog } from './Dialog.tsx';

interface LeaveDialogProps {
  href: string;
  rel: string;
  /** Called when the website is opened. */
  onFollow?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before a link of a member opens another website, whose whole host it shows. */
export function LeaveDialog({ href, rel, onFollow, onClose }: LeaveDialogProps) {
  const follow = (): void => {
    onFollow?.();
    onClose();
  };
  return (
    <Dialog
      title="You are leaving Lyceum"
      description="This link opens another website:"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <a
            href={href}
            target="_blank"
            rel={rel}
            className={buttonClasses('primary')}
            onClick={follow}
            onAuxClick={(event) => event.button === 1 && follow()}
          >
            Open website
          </a>
        </>
      }
    >
      <p dir="ltr" className="text-medium font-semibold wrap-anywhere">
        {new URL(href).host}
      </p>
      <p dir="ltr" className="mt-1 text-small wrap-anywhere text-text-muted">
        {href}
      </p>
      {isLookalike(href) && (
        <p role="alert" className="mt-3 text-danger">
          This address contains letters that can look like other letters. Check that it is the website you expect.
        </p>
      )}
    </Dialog>
  );
}
