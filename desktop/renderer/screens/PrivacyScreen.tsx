import { ChildrenSummary } from '../features/legal/components/ChildrenSummary.tsx';
import { LegalPage } from '../features/legal/components/LegalPage.tsx';
import { PRIVACY_CLAUSES } from '../features/legal/privacy-clauses.tsx';
import { usePageTitle } from '../lib/page-title.ts';

/** /privacy-policy: what is kept about a person, why, how long and who sees it. */
export function PrivacyScreen() {
  usePageTitle('Privacy policy');
  return (
    <LegalPage
      title="Privacy policy"
      lead="What Lyceum keeps about you, why, for how long, and who can see it. Each clause begins with a plain summary; the full words follow."
      clauses={PRIVACY_CLAUSES}
    >
      <ChildrenSummary />
    </LegalPage>
  );
}
