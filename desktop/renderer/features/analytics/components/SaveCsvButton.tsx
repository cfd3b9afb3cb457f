import { Download } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';

interface SaveCsvButtonProps {
  isPending: boolean;
  onSave: () => void;
}

/** Saves a table as a CSV file. */
export function SaveCsvButton({ isPending, onSave }: SaveCsvButtonProps) {
  return (
    <Button size="sm" isLoading={isPending} onClick={() => onSave()}>
      <Download className="size-4" />
      Save as CSV
    </Button>
  );
}
