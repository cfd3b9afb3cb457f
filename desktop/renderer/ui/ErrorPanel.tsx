import { CircleAlert } from 'lucide-react';
import { Button } from './Button.tsx';

/** Props of {@link ErrorPanel}. */
export interface ErrorPanelProps {
  /** What happened, in the server's words. */
  message: string;
  /** Number to give when asking for help. */
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean | undefined;
}

/** A part of the page that could not load; the rest keeps working. */
export function ErrorPanel({ message, requestId, onRetry, isRetrying = false }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-border bg-danger-soft p-4">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-danger" />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{message}</p>
        {requestId !== undefined && (
          <p className="mt-0.5 text-[0.8125rem] text-text-muted">
            Request <code className="font-mono text-xs select-all">{requestId}</code>
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="sm" isLoading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
