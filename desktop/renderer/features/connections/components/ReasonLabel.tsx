import { Link } from 'react-router-dom';
import type { SuggestionView } from '#shared/api/connections.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';

/** Why a member is suggested; one shared course is a link to its page. */
export function ReasonLabel({ reason: { type, label, ids } }: { reason: SuggestionView['reasons'][number] }) {
  const pathOf = useItemPath();
  const [id] = ids;
  if (type !== 'course' || id === undefined || ids.length > 1) return <bdi>{label}</bdi>;
  return (
    <Link to={pathOf(id)} className={QUIET_LINK_CLASSES}>
      <bdi>{label}</bdi>
    </Link>
  );
}
