import { useEffect } from 'react';

/** Prints the page in the light theme; text of the dark theme is unreadable on paper. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement;
    let theme: string | undefined;
    const before = (): void => {
      theme = root.dataset['theme'];
      root.dataset['theme'] = 'light';
    };
    const after = (): void => {
      if (theme === undefined) delete root.dataset['theme'];
      else root.dataset['theme'] = theme;
    };
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, []);
}
