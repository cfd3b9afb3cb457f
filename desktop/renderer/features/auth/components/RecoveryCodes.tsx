import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { saveTextFile } from '../../../lib/page/save-file.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from './CopyButton.tsx';

/** Shows the recovery codes, which are never shown again, with buttons to copy and download them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const save = (): void =>
    saveTextFile(`Lyceum recovery codes. Each works once.\n\n${text}\n`, {
      name: 'lyceum-recovery-codes.txt',
      type: 'text/plain',
    });
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-medium">
          Your recovery codes
        </h3>
        <p className="mt-0.5 text-text-muted">
          Each lets you sign in once without your phone. They are shown only now: save them in a safe place.
        </p>
      </div>
      <ul
        dir="ltr"
        className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-1 rounded-md border border-border bg-surface-sunken p-4 font-mono tracking-wide"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" />
        <Button size="sm" onClick={save}>
          <Download className="size-4" />
          Download codes
        </Button>
      </div>
      <div>
        <Button variant="primary" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
