import { LegalPage } from '../features/legal/components/LegalPage.tsx';
import { TERMS_CLAUSES } from '../features/legal/terms-clauses.tsx';
import { usePageTitle } from '../lib/page-title.ts';

/** /terms-of-service: what members and the operator owe each other. */
export function TermsScreen() {
  usePageTitle('Terms of service');
  return (
    <LegalPage
      title="Terms of service"
      lead="What you and the operator of this Lyceum owe each other. Each clause begins with a plain summary; the full words follow."
      clauses={TERMS_CLAUSES}
    />
  );
}
