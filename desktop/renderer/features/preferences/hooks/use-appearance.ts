import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { applyAppearance, followSystemTheme, loadAppearance, saveAppearance } from '../../../styles/appearance.ts';
import type { Appearance } from '../../../styles/appearance.ts';
import { editPreferencesMutation } from '../api/mutations.ts';
import { preferencesQuery } from '../../../lib/me.ts';

/**
 * Applies the signed-in user's appearance settings to the page. Returns them and the function that changes them. The
 * server's settings take precedence over those of this device.
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
  return [appearance, mutate];
}
