import type { ReactNode } from 'react';

interface MessagePageProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Buttons and links, the main one first. */
  actions: ReactNode;
}

/** A page with one message: not found, not allowed, or failed. */
export function MessagePage({ icon, title, children, actions }: MessagePageProps) {
  return (
    <div className="mx-auto flex min-h-[70dvh] w-full max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <span
        aria-hidden="true"
        className="mb-5 flex size-14 items-center justify-center rounded-full bg-surface-sunken text-text-muted [&>svg]:size-6"
      >
        {icon}
      </span>
      <h1 className="text-title leading-tight font-semibold tracking-[-0.015em]">{title}</h1>
      <div className="mt-2 flex max-w-full flex-col gap-1 leading-relaxed text-text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  );
}
