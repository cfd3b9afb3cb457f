import { Component, type ReactNode } from 'react';
import { ErrorFallback } from '../screens/ErrorFallback.tsx';

/** Shows the error fallback when something above the router fails; the router shows the failures of its pages. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorFallback error={error} onRetry={() => globalThis.location.reload()} /> : this.props.children;
  }
}
