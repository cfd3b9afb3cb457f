/** Opens the path of a web push that the user clicks in this page: a load of the page would end its call. */
export function followPushClicks(
  onOpen: (path: string) => void,
  // The lib declares it for all pages; it is missing on insecure origins.
  worker: EventTarget | undefined = (navigator as Partial<Navigator>).serviceWorker,
): void {
  worker?.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<{ type?: unknown; path?: unknown } | null>;
    if (data?.type !== 'open' || typeof data.path !== 'string' || !/^\/(?![/\\\s])/.test(data.path)) return;
    ports[0]?.postMessage('opened');
    onOpen(data.path);
  });
}
