import { useAuth } from '../features/auth/auth-provider.tsx';
import { ChildrenSummary, TERMS_FOR_CHILDREN } from '../features/legal/components/ChildrenSummary.tsx';
import { LegalPage } from '../features/legal/components/LegalPage.tsx';
import { TERMS_CLAUSES } from '../features/legal/terms-clauses.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { settingsPathFor } from '../lib/page/settings-path.ts';

/** /terms-of-service: the obligations of members and operator. */
export function TermsScreen() {
  const { user } = useAuth();
  usePageTitle('Terms of service');
  return (
    <LegalPage
      title="Terms of service"
      lead="What you and the operator of this Lyceum owe each other. Each clause begins with a plain summary; the full words follow."
      clauses={TERMS_CLAUSES}
      pathOf={(path) => settingsPathFor(user?.role, path)}
    >
      <ChildrenSummary points={TERMS_FOR_CHILDREN} />
    </LegalPage>
  );
}
