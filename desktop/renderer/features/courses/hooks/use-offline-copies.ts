import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { OfflineFile, OfflineProblem, OfflineState } from '#shared/bridge/offline.ts';
import { toast } from '../../../lib/page/toasts.ts';

const KEY = ['offline-copies'];

const PROBLEMS: Record<Exclude<OfflineProblem, 'CANCELLED'>, string> = {
  UNREACHABLE: 'The server cannot be reached. Try again when you are connected.',
  REFUSED: 'You can no longer open this file. Load the page again.',
  CHANGED: 'The author has replaced this file. Load the page again.',
  DISK_FULL: 'There is not enough space on this computer.',
  UNAVAILABLE: 'This computer keeps no files.',
};

/** The copies on this computer, with the functions that change them. */
export interface OfflineCopiesState {
  /** Undefined until the desktop app has listed them. */
  state: OfflineState | undefined;
  /** Copies a file; a toast says why it failed. */
  save: (file: OfflineFile) => void;
  /** Removes a copy, or stops copying. */
  remove: (fileId: string) => void;
}

/** Follows the files of items that the desktop app stores on this computer. */
export function useOfflineCopies(bridge: Bridge): OfflineCopiesState {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => bridge.getOfflineState(), staleTime: Infinity });
  useEffect(() => bridge.onOfflineState((state) => client.setQueryData(KEY, state)), [bridge, client]);
  return {
    state: data,
    save: (file) => void save(bridge, file),
    remove: (fileId) => {
      bridge
        .removeOfflineCopy(fileId)
        .catch(() => toast({ title: 'The copy could not be removed', variant: 'destructive' }));
    },
  };
}

async function save(bridge: Bridge, file: OfflineFile): Promise<void> {
  const result = await bridge.saveOfflineCopy(file).catch(() => ({ ok: false, problem: 'UNREACHABLE' }) as const);
  if (result.ok || result.problem === 'CANCELLED') return;
  toast({
    title: `Could not keep ${file.title} on this computer`,
    description: PROBLEMS[result.problem],
    variant: 'destructive',
    action: { label: 'Try again', onSelect: () => void save(bridge, file) },
  });
}
