import { Copy } from 'lucide-react';
import { copyText } from '../../../lib/page/copy-link.ts';
import { Button } from '../../../ui/Button.tsx';

/** Button that copies a text to the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = (): Promise<void> =>
    copyText(text, { done: 'Copied', failed: "Couldn't copy", advice: 'Select the text and copy it yourself.' });
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Copy className="size-4" />
      <span>{label}</span>
    </Button>
  );
}
