import { useId } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import { PushFields } from '../../features/notifications/components/PushFields.tsx';
import { QuietPreview } from '../../features/notifications/components/QuietPreview.tsx';
import { TestButtons } from '../../features/notifications/components/TestButtons.tsx';
import { ChannelFields } from '../../features/notifications/components/ChannelFields.tsx';
import { NotificationSwitches } from '../../features/preferences/components/NotificationSwitches.tsx';
import { QuietHoursFields } from '../../features/preferences/components/QuietHoursFields.tsx';
import type { Elements } from '../../ui/elements.ts';

/** Notification settings: switches, channels, quiet hours and push. */
export function NotificationSettings({ role, userId }: { role: Role; userId: string }) {
  return (
    <div className="space-y-8">
      <NotificationSwitches />
      <Part title="Channels by kind">
        <ChannelFields role={role} />
      </Part>
      <Part title="When">
        <QuietHoursFields preview={(hours) => <QuietPreview hours={hours} />} />
      </Part>
      <Part title="This device">
        <div className="space-y-4">
          <PushFields userId={userId} />
          <TestButtons />
        </div>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
