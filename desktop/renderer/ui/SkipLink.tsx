/** The first link of a page: skips the navigation and focuses the element with `targetId`. */
export function SkipLink({
  targetId,
  children = 'Skip to content',
}: {
  targetId: string;
  children?: string | undefined;
}) {
  return (
    <a
      href={`#${targetId}`}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>(`#${CSS.escape(targetId)}`)?.focus();
      }}
      className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-medium text-accent-contrast focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
    >
      {children}
    </a>
  );
}
