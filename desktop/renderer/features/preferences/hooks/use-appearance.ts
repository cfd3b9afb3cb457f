import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { toast } from '../../../lib/toasts.ts';
import { applyAppearance, followSystemTheme, loadAppearance, saveAppearance } from '../../../styles/appearance.ts';
import type { Appearance } from '../../../styles/appearance.ts';
import { editPreferencesMutation } from '../api/mutations.ts';
import { preferencesQuery } from '../api/queries.ts';

/**
 * The signed-in member's looks and the function that changes them; applies them to the page. The server's win over this
 * device's. Source: decision 7.
 */
export function useAppearance(): [Appearance, (next: Appearance) => void] {
  const client = useQueryClient();
  const [cached] = useState(loadAppearance);
  const { data } = useQuery(preferencesQuery);
  const { mutate } = useMutation(editPreferencesMutation(client));
  const { theme, colorScheme, fontSize } = data ?? cached;
  const appearance = useMemo(() => ({ theme, colorScheme, fontSize }), [theme, colorScheme, fontSize]);
  useEffect(() => {
    applyAppearance(document.documentElement, appearance);
    saveAppearance(appearance);
    return followSystemTheme(document.documentElement, () => appearance);
  }, [appearance]);
  const change = (next: Appearance): void => {
    mutate(next, {
      onError: (error) => toast({ title: 'Not saved', description: error.message, variant: 'destructive' }),
    });
  };
  return [appearance, change];
}
