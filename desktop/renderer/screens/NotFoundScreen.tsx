import { MapPinOff } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

const START_LABELS = { '/home': 'Go to Home', '/library': 'Go to Library', '/': 'Go to the start page' };

/** The page for an unknown URL; `startPath` is the start page of the user's role. */
export function NotFoundScreen({ startPath = '/' }: { startPath?: keyof typeof START_LABELS | undefined }) {
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
    </MessagePage>
  );
}
