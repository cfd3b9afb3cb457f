import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadBytes } from '../../../lib/http/file-bytes.ts';

/** The licences of all packages in the client, which the build writes beside the page. */
const noticesQuery = queryOptions({
  queryKey: ['help', 'third-party-notices'],
  queryFn: async ({ signal }) => new TextDecoder().decode(await loadBytes('/third-party-notices.txt', { signal })),
  staleTime: Infinity,
});

/** Shows the licences of the software that Lyceum contains. */
export function ThirdPartyNotices() {
  const { data, isError } = useQuery(noticesQuery);
  if (isError) return <p role="alert">Couldn’t load the licences. Check your connection and try again.</p>;
  return <pre className="text-xs break-words whitespace-pre-wrap">{data ?? 'Loading…'}</pre>;
}
