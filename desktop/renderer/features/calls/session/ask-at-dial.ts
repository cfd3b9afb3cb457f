import { updateCall } from '../slice.ts';
import type { CallPorts } from './call-ports.ts';
import type { Media } from './media.ts';

/**
 * Asks for a permission that was never asked for, so that the prompt does not come after the other side has answered.
 * Returns false when the member refuses.
 */
export async function askAtDial(
  ports: Pick<CallPorts, 'isMediaUnasked'>,
  media: Pick<Media, 'askPermission'>,
  { names, isCurrent }: { names: readonly ('camera' | 'microphone')[]; isCurrent: () => boolean },
): Promise<boolean> {
  if (!(await ports.isMediaUnasked(names)) || !isCurrent()) return true;
  updateCall({ needsMediaPrompt: true });
  const isAllowed = await media.askPermission({ video: names.includes('camera') });
  if (isCurrent()) updateCall({ needsMediaPrompt: false });
  return isAllowed;
}
