import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../lib/page-title.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** Conversations in their first state. */
export function ChatScreen() {
  usePageTitle('Chat');
  return (
    <PageColumns width="wide">
      <PageHeader title="Chat" text="Messages between you and the people you know." />
      <Card isFlush>
        <EmptyState
          icon={<MessageCircle />}
          title="No conversations yet"
          text="Messages are between people who are connected. Once you have a connection, your conversation with them will be here."
          action={
            <Link to="/connections" className={buttonClasses('secondary')}>
              Go to Connections
            </Link>
          }
        />
      </Card>
    </PageColumns>
  );
}
