import { CircleAlert, Clock } from 'lucide-react';
import type { Ref } from 'react';

interface FormErrorProps {
  /** The failure; undefined shows nothing. */
  message: string | undefined;
  /** Seconds until the user can try again; 0 for at once. */
  waitSeconds: number;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** Shows why the last attempt failed, above the form, after its toast has gone. */
export function FormError({ message, waitSeconds, ref }: FormErrorProps) {
  if (message === undefined && waitSeconds === 0) return null;
  const isWaiting = waitSeconds > 0;
  const Icon = isWaiting ? Clock : CircleAlert;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="flex items-start gap-3 rounded-md border border-danger bg-danger-soft p-3.5 outline-none"
    >
      <Icon className="mt-0.5 size-4.5 shrink-0 text-danger" />
      <div>
        {message !== undefined && <p className="font-medium">{message}</p>}
        {isWaiting && (
          <p
            role="timer"
            aria-live="off"
            className="tabular-nums"
          >{`You can try again in ${formatWait(waitSeconds)}. What you entered is not lost.`}</p>
        )}
      </div>
    </div>
  );
}

function formatWait(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}
