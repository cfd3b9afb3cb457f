import { useEffect, type RefObject } from 'react';

/** Opens the previous or next conversation among the links of `list` with Alt+Up and Alt+Down. */
export function useNeighbourKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[href^="/chat?with="]') ?? [])];
      const openAt = links.findIndex((link) => link.ariaCurrent === 'true');
      const next = openAt === -1 ? links[0] : links[openAt + step];
      if (!next) return;
      event.preventDefault();
      next.click();
      next.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [list]);
}
