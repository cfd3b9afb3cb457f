import { CheckCheck, Maximize2, Minimize2, Settings } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_FILTERS,
  NOTIFICATION_PRIORITIES,
  type NotificationCategory,
  type NotificationFilter,
  type NotificationPriority,
} from '#shared/api/notifications.ts';
import { useSettingsPath } from '../../../lib/me.ts';
import { iconButtonClasses } from '../../../ui/button-classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useReadAll } from '../api/mutations.ts';
import { notificationsQuery, type ListFilter } from '../api/queries.ts';
import { NotificationList } from './NotificationList.tsx';

const TABS: Record<NotificationFilter, string> = { all: 'All', unread: 'Unread', snoozed: 'Snoozed', done: 'Done' };
const CATEGORIES: Record<NotificationCategory, string> = {
  messages: 'Messages',
  calls: 'Calls',
  connections: 'Connections',
  posts: 'Posts',
  events: 'Events',
  account: 'Account',
  general: 'General',
};
const PRIORITIES: Record<NotificationPriority, string> = { low: 'Low', medium: 'Medium', high: 'High' };
const CATEGORY_OPTIONS = [
  { value: '', label: 'All kinds' },
  ...NOTIFICATION_CATEGORIES.map((value) => ({ value, label: CATEGORIES[value] })),
] as const;
const PRIORITY_OPTIONS = [
  { value: '', label: 'Any priority' },
  ...NOTIFICATION_PRIORITIES.toReversed().map((value) => ({ value, label: `${PRIORITIES[value]} priority` })),
] as const;

interface NotificationPanelProps {
  isLarge: boolean;
  onSizeChange: (isLarge: boolean) => void;
  onClose: () => void;
}

/** The user's notifications: current, snoozed and done. */
export function NotificationPanel({ isLarge, onSizeChange, onClose }: NotificationPanelProps) {
  const [filter, setFilter] = useState<NotificationFilter>('all');
  const [category, setCategory] = useState<NotificationCategory | ''>('');
  const [priority, setPriority] = useState<NotificationPriority | ''>('');
  const clear = (): void => {
    setCategory('');
    setPriority('');
  };
  const list: ListFilter = { filter, category, priority };
  const readAll = useMarkAllRead(list);
  const settings = useSettingsPath('/settings#notifications');
  return (
    <>
      <div className="flex items-center gap-1 px-4 pt-3 pb-1">
        <h2 id="notifications-title" className="flex-1 text-base font-semibold">
          Notifications
        </h2>
        <IconButton label="Mark all as read" icon={<CheckCheck className="size-4" />} onClick={readAll} />
        <Link
          to={settings}
          aria-label="Notification settings"
          title="Notification settings"
          onClick={onClose}
          className={iconButtonClasses()}
        >
          <Settings className="size-4" />
        </Link>
        <IconButton
          className="max-sm:hidden"
          label={isLarge ? 'Make smaller' : 'Make larger'}
          icon={isLarge ? <Minimize2 className="size-4" /> : <Maximize2 className="size-4" />}
          onClick={() => onSizeChange(!isLarge)}
        />
      </div>
      <div className="flex gap-2 px-4 pb-1">
        <Select
          aria-label="Kind"
          className="min-w-0 flex-1"
          options={CATEGORY_OPTIONS}
          value={category}
          onChange={setCategory}
        />
        <Select
          aria-label="Priority"
          className="min-w-0 flex-1"
          options={PRIORITY_OPTIONS}
          value={priority}
          onChange={setPriority}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto [&_[role=tablist]]:sticky [&_[role=tablist]]:top-0 [&_[role=tablist]]:z-10 [&_[role=tablist]]:mx-0 [&_[role=tablist]]:bg-surface-raised [&_[role=tablist]]:px-3 [&_[role=tabpanel]]:pt-0">
        <Tabs
          label="Notifications"
          value={filter}
          onChange={setFilter}
          items={NOTIFICATION_FILTERS.map((value) => ({
            value,
            label: TABS[value],
            content: <NotificationList list={list} onClear={clear} onClose={onClose} />,
          }))}
        />
      </div>
    </>
  );
}

/** Marks everything up to the newest notification of the loaded list as read, with an undo. */
function useMarkAllRead(list: ListFilter): () => void {
  const { mutate } = useReadAll();
  const client = useQueryClient();
  return () => {
    const upToId = client.getQueryData(notificationsQuery({ ...list, filter: 'all' }).queryKey)?.pages[0]?.items[0]?.id;
    mutate({ ...(list.category !== '' && { category: list.category }), ...(upToId !== undefined && { upToId }) });
  };
}
