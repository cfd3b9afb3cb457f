import { readBridge } from './bridge.ts';
import { toast } from './toasts.ts';

/** Returns the shareable URL of a page: in the desktop app the server's, because `app://` works only there. */
async function addressOf(path: string): Promise<string> {
  const server = (await readBridge()?.getAppInfo())?.serverUrl;
  return new URL(path, server ?? globalThis.location.href).href;
}

/** Copies the URL of a page and shows a toast; on failure the toast shows the URL. */
export async function copyLink(path: string): Promise<void> {
  const address = await addressOf(path);
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Link copied' });
  } catch {
    toast({ title: "Couldn't copy the link", description: address, variant: 'destructive' });
  }
}
