/** The first link of a page: skips the navigation and focuses the element with the id `main`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>('#main')?.focus();
      }}
      className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-medium text-accent-contrast focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
    >
      Skip to content
    </a>
  );
}
