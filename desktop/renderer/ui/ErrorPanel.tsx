import { CircleAlert } from 'lucide-react';
import { Link, useInRouterContext } from 'react-router-dom';
import { useCountdown } from '../lib/page/use-countdown.ts';
import { Button } from './Button.tsx';
import { LINK_CLASSES } from './button-classes.ts';

interface ErrorPanelProps {
  /** The message of the server. */
  message: string;
  /** Id of the request, to quote to support. */
  requestId?: string | undefined;
  /** Path of the help article about the error. */
  helpPath?: string | undefined;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean | undefined;
  /** Time after which `onRetry` is called automatically; counts down. */
  retryAfterMs?: number | undefined;
}

/** Shows that a part of the page could not be loaded. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { message, requestId, helpPath, onRetry, isRetrying = false, retryAfterMs } = props;
  const isCounting = onRetry !== undefined && retryAfterMs !== undefined && !isRetrying;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-border bg-danger-soft p-4"
    >
      <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" />
      <div className="min-w-48 flex-1">
        <p className="font-medium">
          {isCounting ? (
            <>
              <span>Too many requests.</span> <RetryCountdown afterMs={retryAfterMs} onEnd={onRetry} />
            </>
          ) : (
            message
          )}
        </p>
        {(requestId !== undefined || helpPath !== undefined) && (
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-small text-text-muted">
            {requestId !== undefined && (
              <span>
                Request <code className="font-mono text-xs select-all">{requestId}</code>
              </span>
            )}
            {helpPath !== undefined && <HelpLink to={helpPath} />}
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

/** Counts down the seconds to a retry and calls `onEnd` once. A screen reader hears only that there will be one. */
function RetryCountdown({ afterMs, onEnd }: { afterMs: number; onEnd: () => void }) {
  const [secondsLeft] = useCountdown({ startMs: afterMs, onEnd });
  return (
    <>
      <span>Trying again automatically</span>
      <span aria-hidden="true" className="tabular-nums">
        {` in ${secondsLeft} s`}
      </span>
      <span>.</span>
    </>
  );
}

/** Uses the router when there is one; the error page of the router has none. */
function HelpLink({ to }: { to: string }) {
  const isRouted = useInRouterContext();
  const text = 'What this means';
  return isRouted ? (
    <Link to={to} className={LINK_CLASSES}>
      {text}
    </Link>
  ) : (
    <a href={to} className={LINK_CLASSES}>
      {text}
    </a>
  );
}
