import { MapPinOff } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';
import { TextLink } from '../ui/TextLink.tsx';

const START_LABELS = { '/home': 'Go to Home', '/library': 'Go to Library', '/': 'Go to the start page' };

interface NotFoundScreenProps {
  /** The start page of the user's role. */
  startPath: keyof typeof START_LABELS;
  /** The page that the user most likely meant; null when none is near. */
  nearest: { path: string; label: string } | null;
  isVisitor: boolean;
}

/** The page for an unknown URL. */
export function NotFoundScreen({ startPath, nearest, isVisitor }: NotFoundScreenProps) {
  usePageTitle('Page not found');
  const navigate = useNavigate();
  return (
    <MessagePage
      icon={<MapPinOff />}
      title="Page not found"
      actions={
        <>
          <ButtonLink to={startPath} variant="primary">
            {START_LABELS[startPath]}
          </ButtonLink>
          <Button onClick={() => void navigate(-1)}>Back</Button>
        </>
      }
    >
      <p>There is nothing at this address. It may be misspelt, or what was here has been removed.</p>
      {nearest && (
        <p>
          <span>Did you mean </span>
          <TextLink to={nearest.path}>{nearest.label}</TextLink>
          <span>?</span>
        </p>
      )}
      <p>
        {isVisitor
          ? 'If someone sent you this address, it may need an account: log in and open it again.'
          : 'You can look for it with the search at the top.'}
      </p>
    </MessagePage>
  );
}
