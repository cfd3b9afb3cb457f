import type { QueryClient } from '@tanstack/react-query';
import { notificationText } from '#shared/api/notification-texts.ts';
import type { NotificationView } from '#shared/api/notifications.ts';
import type { PurchaseView } from '#shared/api/purchases.ts';
import { invalidate } from '../../lib/http/query-client.ts';
import { toast } from '../../lib/page/toasts.ts';

/** Shows the toast of a notification, unless the page of the user shows what it says. */
export function showAlert(client: QueryClient, view: NotificationView): void {
  if (isShownByPage(client, view)) return;
  const { title, content } = notificationText(view);
  toast({ title, description: content, ...(view.type === 'connection-rejected' && { variant: 'destructive' }) });
}

/**
 * Whether the user sees the payment of a purchase on its page, or has seen it there before. The page is refreshed when
 * it does not show the payment yet.
 */
function isShownByPage(client: QueryClient, { type, sourceId }: NotificationView): boolean {
  if (type !== 'purchase' || sourceId === null) return false;
  const queryKey = ['purchases', 'one', sourceId] as const;
  if (client.getQueryData<PurchaseView>(queryKey)?.status === 'paid') return true;
  const { pathname, search } = globalThis.location;
  const isOpen = pathname === '/library' && new URLSearchParams(search).get('purchase') === sourceId;
  if (isOpen) void invalidate(client, queryKey);
  return isOpen;
}
