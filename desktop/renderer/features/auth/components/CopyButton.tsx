import { Copy } from 'lucide-react';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';

/** Puts a text on the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied' });
    } catch {
      toast({ title: 'Not copied', description: 'Mark the text and copy it by hand.', variant: 'destructive' });
    }
  };
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}
