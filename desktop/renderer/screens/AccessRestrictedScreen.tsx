import { Lock } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

/** The page for a URL that the user's role cannot open. */
export function AccessRestrictedScreen({ role }: { role: Role }) {
  usePageTitle('Access Restricted');
  return (
    <MessagePage
      icon={<Lock />}
      title="Access Restricted"
      actions={
        <ButtonLink to="/library" variant="primary">
          Go to Library
        </ButtonLink>
      }
    >
      <p>You don&apos;t have permission to access this page.</p>
      {role === 'creator' && <p>As a creator, you only have access to the Library section.</p>}
    </MessagePage>
  );
}
