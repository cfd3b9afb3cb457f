import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';

/**
 * Updates the cached items. The code loads with the first push, since no page that opens first needs it; pushes keep
 * their order. Returns a function that ends it.
 */
export function bindCourses({ link, ...binding }: LiveBinding): () => void {
  let handler: Promise<(push: never) => void> | undefined;
  const handle = (push: unknown): void => {
    handler ??= import('./pushes.ts').then(({ createPushHandler }) => createPushHandler(binding));
    handler.then(
      (apply) => apply(push as never),
      // Without a network the next push tries again; what was missed is fetched after the reconnect.
      () => (handler = undefined),
    );
  };
  return endAll(
    (['course-created', 'course-updated', 'course-deleted'] as const).map((name) => link.subscribe(name, handle)),
  );
}
