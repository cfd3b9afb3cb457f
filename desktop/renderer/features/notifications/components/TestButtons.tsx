import type { NotificationChannel } from '#shared/api/notifications.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSendTest } from '../api/mutations.ts';

const CHANNELS: readonly { channel: NotificationChannel; label: string; sent: string }[] = [
  { channel: 'inApp', label: 'In the app', sent: 'It is in your list.' },
  { channel: 'email', label: 'Email', sent: 'An email is on its way.' },
  { channel: 'push', label: 'Push', sent: 'A push notification is on its way.' },
];

/** Buttons that send a test by each channel, even by one that is off. */
export function TestButtons() {
  const { mutate, isPending, variables } = useSendTest();
  return (
    <div role="group" aria-label="Send a test" className="flex flex-wrap items-center gap-2">
      <span className="me-1 text-text-muted">Send a test:</span>
      {CHANNELS.map(({ channel, label, sent }) => (
        <Button
          key={channel}
          size="sm"
          isLoading={isPending && variables === channel}
          onClick={() =>
            mutate(channel, {
              onSuccess: () => channel !== 'inApp' && toast({ title: 'Test sent', description: sent }),
            })
          }
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
