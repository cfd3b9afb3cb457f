import type { Role } from '#shared/api/endpoint.ts';
import type { NotificationTypeInfo } from '#shared/api/notification-type-info.ts';
import { CHANGEABLE_TYPES, NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import {
  NOTIFICATION_CHANNELS,
  type ChangeableType,
  type Channels,
  type NotificationChannel,
} from '#shared/api/notifications.ts';

const CHANNEL_LABELS: Record<NotificationChannel, string> = { inApp: 'In the app', email: 'Email', push: 'Push' };

interface TypeTableProps {
  /** The user's role; some types exist for certain roles only. */
  role: Role;
  types: Record<ChangeableType, Channels>;
  onChange: (type: ChangeableType, change: Partial<Channels>) => void;
}

/** Table of switches: the channels of each notification type. */
export function TypeTable({ role, types, onChange }: TypeTableProps) {
  const shown = CHANGEABLE_TYPES.filter(
    (type) => (NOTIFICATION_TYPES[type] as NotificationTypeInfo).roles?.includes(role) ?? true,
  );
  return (
    <div className="-mx-2 overflow-x-auto px-2">
      <table className="w-full border-collapse">
        <caption className="sr-only">Channels by kind of notification</caption>
        <thead>
          <tr className="border-b border-border text-small text-text-muted">
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              Kind
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {CHANNEL_LABELS[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((type) => (
            <tr key={type} className="border-b border-border last:border-b-0">
              <th scope="row" className="py-1 pe-3 text-start font-normal">
                {NOTIFICATION_TYPES[type].label}
              </th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel} className="px-3 py-1 text-center">
                  <input
                    type="checkbox"
                    aria-label={`${NOTIFICATION_TYPES[type].label}: ${CHANNEL_LABELS[channel]}`}
                    className="m-2 size-4.5 align-middle accent-accent"
                    checked={types[type][channel]}
                    onChange={({ target }) => onChange(type, { [channel]: target.checked })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
