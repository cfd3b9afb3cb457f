import { useEffect } from 'react';

/** Prints the page in the light theme: paper is white, and the dark theme's text would vanish on it. */
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
