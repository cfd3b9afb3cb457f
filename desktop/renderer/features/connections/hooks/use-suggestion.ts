import { useState } from 'react';
import type { SuggestionView } from '#shared/api/connections.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { useConnectionWrites } from '../api/mutations.ts';

/** What a member does with one suggestion: ask, or put it away with a way back. */
export function useSuggestion(suggestion: SuggestionView) {
  const { user } = suggestion;
  const writes = useConnectionWrites();
  const [key] = useState(() => crypto.randomUUID());
  const [isAsking, setIsAsking] = useState(false);
  const connect = async (): Promise<void> => {
    setIsAsking(true);
    try {
      const { status } = await writes.request({ connectedUserId: user.id }, key);
      toast({
        title: status === 'accepted' ? `You and ${user.fullName} are connected` : `Request sent to ${user.fullName}`,
      });
    } catch (error) {
      toast({ title: 'Not sent', description: describeFailure(error).message, variant: 'destructive' });
      setIsAsking(false);
    }
  };
  const dismiss = async (): Promise<void> => {
    try {
      await writes.dismiss(user.id);
      toast({
        title: `${user.fullName} is not suggested any more`,
        action: { label: 'Undo', onSelect: () => void writes.restore(suggestion) },
      });
    } catch (error) {
      toast({ title: 'Not dismissed', description: describeFailure(error).message, variant: 'destructive' });
    }
  };
  return { isAsking, connect, dismiss };
}
