import { useEffect, useRef } from 'react';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import type { Elements } from '../../../ui/elements.ts';

interface PromptPageProps {
  title: string;
  text: string;
  children: Elements;
}

/**
 * The page of a prompt. Focus starts on its title, not on a button: a prompt that opens while the member types must not
 * be answered by Enter or Space.
 */
export function PromptPage({ title, text, children }: PromptPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    // A small window does not scroll as a whole, so it needs no room for a scroll bar.
    document.documentElement.style.scrollbarGutter = 'auto';
    heading.current?.focus();
  }, []);
  return (
    <main className="flex h-dvh flex-col gap-4 p-5">
      <header>
        <h1 ref={heading} tabIndex={-1} className="text-medium font-semibold outline-none">
          {title}
        </h1>
        <p className="mt-1 text-text-muted">{text}</p>
      </header>
      {children}
    </main>
  );
}
