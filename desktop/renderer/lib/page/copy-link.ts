import { readBridge } from './bridge.ts';
import { toast } from './toasts.ts';

/** Returns the shareable URL of a page: in the desktop app the server's, because `app://` works only there. */
async function addressOf(path: string): Promise<string> {
  const server = (await readBridge()?.getAppInfo())?.serverUrl;
  return new URL(path, server ?? globalThis.location.href).href;
}

/** Copies a text and shows a toast; on failure the toast shows the advice. */
export async function copyText(
  text: string,
  { done, failed, advice }: { done: string; failed: string; advice: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: done });
  } catch {
    toast({ title: failed, description: advice, variant: 'destructive' });
  }
}

/** Copies the URL of a page and shows a toast; on failure the toast shows the URL. */
export async function copyLink(path: string): Promise<void> {
  const address = await addressOf(path);
  await copyText(address, { done: 'Link copied', failed: "Couldn't copy the link", advice: address });
}
