import { useState } from 'react';
import type { NotificationChannel } from '#shared/api/notifications.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useNotificationWrites } from '../api/mutations.ts';

const WAYS: readonly { channel: NotificationChannel; label: string; sent: string }[] = [
  { channel: 'inApp', label: 'In the app', sent: 'It stands in your list' },
  { channel: 'email', label: 'E-mail', sent: 'A mail is on its way' },
  { channel: 'push', label: 'Push', sent: 'A push is on its way' },
];

/** Sends a test by each way, whatever is switched off. */
export function TestButtons() {
  const writes = useNotificationWrites();
  const [running, setRunning] = useState<NotificationChannel | null>(null);
  const send = async ({ channel, sent }: (typeof WAYS)[number]): Promise<void> => {
    setRunning(channel);
    try {
      await writes.sendTest(channel);
      if (channel !== 'inApp') toast({ title: 'Test sent', description: `${sent}.` });
    } catch (error) {
      toast({ title: 'Not sent', description: describeFailure(error).message, variant: 'destructive' });
    }
    setRunning(null);
  };
  return (
    <div role="group" aria-label="Send a test" className="flex flex-wrap items-center gap-2">
      <span className="me-1 text-text-muted">Send a test:</span>
      {WAYS.map((way) => (
        <Button key={way.channel} size="sm" isLoading={running === way.channel} onClick={() => void send(way)}>
          {way.label}
        </Button>
      ))}
    </div>
  );
}
