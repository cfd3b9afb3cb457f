import type { QuotedMessage } from '#shared/api/messages.ts';
import { Name } from '../../../ui/Name.tsx';
import { previewOf } from '../thread/preview.ts';

/** The sender and the beginning of the message that is replied to. */
export function Quote({ quote, isOwn, peerName }: { quote: QuotedMessage; isOwn: boolean; peerName: string }) {
  return (
    <div className="mb-1.5 border-s-2 border-accent ps-2 text-small">
      <Name className="block truncate text-left font-medium">{isOwn ? 'You' : peerName}</Name>
      <p dir="auto" className="line-clamp-2 wrap-anywhere text-text-muted">
        {previewOf(quote)}
      </p>
    </div>
  );
}
