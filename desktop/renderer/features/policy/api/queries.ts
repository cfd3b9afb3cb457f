import { queryOptions } from '@tanstack/react-query';
import { readBridge } from '../../../lib/page/bridge.ts';

/** What the institution has set on this computer; null in the web app. It does not change while the app runs. */
export const policyQuery = queryOptions({
  queryKey: ['policy'] as const,
  queryFn: async () => (await readBridge()?.getAppInfo())?.policy ?? null,
  staleTime: Infinity,
});
