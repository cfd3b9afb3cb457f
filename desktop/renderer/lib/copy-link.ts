import { readBridge } from './bridge.ts';
import { toast } from './toasts.ts';

/** The address of a page for other people: in the desktop shell the server's, since `app://` opens nowhere else. */
async function addressOf(path: string): Promise<string> {
  const server = (await readBridge()?.getAppInfo())?.serverUrl;
  return new URL(path, server ?? globalThis.location.href).href;
}

/** Copies the address of a page of the app and says so; one that could not be copied is shown instead. */
export async function copyLink(path: string): Promise<void> {
  const address = await addressOf(path);
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Link copied' });
  } catch {
    toast({ title: 'The link could not be copied', description: address, variant: 'destructive' });
  }
}
