import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { Logo } from '../../ui/Logo.tsx';
import type { Elements } from '../../ui/elements.ts';

interface ShellPageProps {
  title: string;
  /** What the page is for. */
  intro: ReactNode;
  children: Elements;
}

/** A page of the desktop app in the place of the web app. */
export function ShellPage({ title, intro, children }: ShellPageProps) {
  usePageTitle(title);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[30rem] flex-col justify-center px-4 py-8 sm:px-8">
      <div className="flex items-center gap-2.5">
        <Logo className="size-8" />
        <span className="font-serif text-xl font-semibold tracking-tight">Lyceum</span>
      </div>
      <h1 tabIndex={-1} className="mt-6 font-serif text-3xl font-semibold tracking-tight">
        {title}
      </h1>
      <p className="mt-2 text-base text-text-muted">{intro}</p>
      {children}
    </main>
  );
}
