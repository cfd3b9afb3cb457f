import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReaderPlace } from '../../../ui/reader/reader-file.ts';
import { filePositionMutationKey, useSetFilePosition } from '../api/mutations.ts';
import { filePositionsQuery } from '../api/queries.ts';

/** Where a learner is in a file. */
interface FilePlace {
  /** True until the stored position is known. */
  isLoading: boolean;
  /** The stored position; null for the start. */
  position: string | null;
  /** Stores a place; undefined for a viewer without progress. */
  onPosition: ((place: ReaderPlace) => void) | undefined;
}

/**
 * Returns where a learner stopped in a file, on whichever device, and stores where they are. The position is fetched at
 * each opening, except while a newer one is being sent.
 */
export function useFilePlace(courseId: string, fileId: string, isStored: boolean): FilePlace {
  const [isNewest] = useState(useIsMutating({ mutationKey: filePositionMutationKey(courseId) }) > 0);
  const query = useQuery({
    ...filePositionsQuery(courseId),
    enabled: isStored,
    refetchOnMount: isNewest ? false : 'always',
  });
  const { data, isFetchedAfterMount, failureCount } = query;
  const { mutate } = useSetFilePosition(courseId);
  const onPosition = useCallback((place: ReaderPlace): void => mutate({ fileId, ...place }), [mutate, fileId]);
  // Without a network the position of this device is used.
  const isKnown = isFetchedAfterMount || (data !== undefined && (isNewest || failureCount > 0));
  return {
    isLoading: isStored && !isKnown,
    position: data?.find((position) => position.fileId === fileId)?.position ?? null,
    // When no position could be loaded, the start must not replace a stored one.
    onPosition: isStored && data !== undefined ? onPosition : undefined,
  };
}
