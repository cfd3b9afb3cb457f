import { ArrowDownWideNarrow, Clock, ListFilter, TrendingUp } from 'lucide-react';
import type { PostSort } from '#shared/api/posts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../ui/Menu.tsx';

const SORTS = [
  { value: 'recent', label: 'Recent', icon: <Clock /> },
  { value: 'top', label: 'Top', icon: <TrendingUp /> },
] as const;

interface FeedBarProps {
  sort: PostSort;
  onSort: (sort: PostSort) => void;
  /** Opens the feed settings. */
  onReasons: () => void;
}

/** The menu with the order of the feed and its settings. */
export function FeedBar({ sort, onSort, onReasons }: FeedBarProps) {
  const label = sort === 'top' ? 'Top' : 'Recent';
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Sort and filter, now ${label}`}>
          <ArrowDownWideNarrow className="size-4" />
          <span>{label}</span>
        </Button>
      }
    >
      <MenuRadioGroup value={sort} options={SORTS} onChange={onSort} />
      <MenuSeparator />
      <MenuItem icon={<ListFilter />} onSelect={onReasons}>
        Feed settings
      </MenuItem>
    </Menu>
  );
}
