import { useAuth } from '../features/auth/auth-provider.tsx';
import { ChildrenSummary, PRIVACY_FOR_CHILDREN } from '../features/legal/components/ChildrenSummary.tsx';
import { LegalPage } from '../features/legal/components/LegalPage.tsx';
import { PRIVACY_CLAUSES } from '../features/legal/privacy-clauses.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { settingsPathFor } from '../lib/page/settings-path.ts';

/** /privacy-policy: what is stored about a user, why, for how long and who sees it. */
export function PrivacyScreen() {
  const { user } = useAuth();
  usePageTitle('Privacy policy');
  return (
    <LegalPage
      title="Privacy policy"
      lead="What Lyceum stores about you, why, for how long, and who can see it. Each clause begins with a plain summary; the full words follow."
      clauses={PRIVACY_CLAUSES}
      pathOf={(path) => settingsPathFor(user?.role, path)}
    >
      <ChildrenSummary points={PRIVACY_FOR_CHILDREN} />
    </LegalPage>
  );
}
