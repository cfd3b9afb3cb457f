import { useQuery, type QueryClient } from '@tanstack/react-query';
import { Phone, Video } from 'lucide-react';
import type { CallType } from '#shared/api/calls.ts';
import { eligibilityQuery } from '../../features/calls/api/queries.ts';
import { dial } from '../../features/calls/dial.ts';
import { profileQuery } from '../../features/users/api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface CallLinkDialogProps {
  client: QueryClient;
  /** The member that a link names. */
  calleeId: string;
  onClose: () => void;
}

/** Asks whether to call the member that a link of another program names. Nothing is shown for a hidden member. */
export function CallLinkDialog({ client, calleeId, onClose }: CallLinkDialogProps) {
  const { data: profile } = useQuery(profileQuery(calleeId), client);
  const { data: eligibility } = useQuery(eligibilityQuery(calleeId), client);
  if (!profile || !eligibility) return null;
  const { fullName, profileImage } = profile;
  const call = (callType: CallType): void => {
    onClose();
    dial({ id: calleeId, name: fullName, photo: profileImage }, callType);
  };
  if (!eligibility.canCall) {
    const description =
      eligibility.reason === 'QUIET_HOURS'
        ? 'They have quiet hours now. You can write a message instead.'
        : 'You can write a message instead, if they accept messages from you.';
    return (
      <Dialog
        title={`You can’t call ${fullName}`}
        description={description}
        onClose={onClose}
        footer={<Button onClick={onClose}>OK</Button>}
      />
    );
  }
  return (
    <Dialog
      title={`Call ${fullName}?`}
      description="You opened a link that asks for a call. Nothing is sent until you choose."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => call('voice')}>
            <Phone className="size-4" />
            Voice call
          </Button>
          <Button variant="primary" onClick={() => call('video')}>
            <Video className="size-4" />
            Video call
          </Button>
        </>
      }
    />
  );
}
