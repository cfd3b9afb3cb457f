import { Search } from 'lucide-react';
import { createElement, useEffect, useState, type ComponentType, type KeyboardEvent } from 'react';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { CONTROL_CLASSES } from '../../ui/button-classes.ts';
import { dialogClasses } from '../../ui/dialog-classes.ts';
import { useReturnFocus } from '../../ui/return-focus.ts';
import type { MemberProps } from './MemberMenu.tsx';
import type { PaletteHostProps } from './PaletteHost.tsx';
import { isComposing } from '../../lib/page/composing.ts';

let LoadedPalette: ComponentType<PaletteHostProps> | undefined;

/** Loads the code of the search dialog. */
export async function loadPalette(): Promise<ComponentType<PaletteHostProps>> {
  LoadedPalette ??= (await import('./PaletteHost.tsx')).PaletteHost;
  return LoadedPalette;
}

/** The search dialog. Until its code has loaded, a field in its place takes what the user types and passes it on. */
export function SearchHost({ onClose, ...member }: MemberProps & { onClose: () => void }) {
  const palette = usePalette();
  const [typed, setTyped] = useState({ text: '', isSubmitted: false });
  const [hasComposition, setHasComposition] = useState(false);
  const { dialogRef, returnFocus } = useReturnFocus();
  // Another field would end the composition of an input method.
  if (palette && !hasComposition) return createElement(palette, { ...member, typed, onClose });

  const close = (): void => {
    (document.activeElement as HTMLElement | null)?.blur();
    returnFocus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') setTyped({ ...typed, isSubmitted: typed.text.trim() !== '' });
    else if (event.key === 'Escape') close();
    // There is nothing else in this dialog yet.
    else if (event.key === 'Tab') event.preventDefault();
  };
  return (
    <>
      <div aria-hidden="true" className="scrim fixed inset-0 z-40 animate-appear" onClick={close} />
      <div ref={dialogRef} role="dialog" aria-modal="true" aria-label="Search" className={dialogClasses('lg', 'top')}>
        <p aria-hidden="true" className="h-15 px-5 pt-4 text-base font-semibold">
          Search
        </p>
        <div className="px-5 pt-1 pb-7">
          <span className="relative block">
            <Search className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-text-muted" />
            <input
              type="text"
              aria-label="Search"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={SEARCH_LIMITS.queryMaxChars}
              value={typed.text}
              onChange={(event) => setTyped({ text: event.target.value, isSubmitted: false })}
              onCompositionStart={() => setHasComposition(true)}
              onCompositionEnd={() => setHasComposition(false)}
              onKeyDown={onKeyDown}
              className={`${CONTROL_CLASSES} h-11 ps-9`}
            />
          </span>
        </div>
      </div>
    </>
  );
}

/** The component of the search dialog; undefined until its code has loaded. Throws the error of a failed load. */
function usePalette(): ComponentType<PaletteHostProps> | undefined {
  const [Palette, setPalette] = useState(() => LoadedPalette);
  useEffect(() => {
    if (Palette) return undefined;
    let isCurrent = true;
    loadPalette().then(
      (loaded) => isCurrent && setPalette(() => loaded),
      (error: unknown) =>
        setPalette(() => {
          throw error;
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [Palette]);
  return Palette;
}
