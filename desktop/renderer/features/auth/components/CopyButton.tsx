import { Copy } from 'lucide-react';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';

/** Button that copies a text to the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied' });
    } catch {
      toast({ title: "Couldn't copy", description: 'Select the text and copy it yourself.', variant: 'destructive' });
    }
  };
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Copy className="size-4" />
      {label}
    </Button>
  );
}
