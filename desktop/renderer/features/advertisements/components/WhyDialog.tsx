import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { whyQuery } from '../api/queries.ts';
import { SECTION_NAMES } from '../sections.ts';
import { AdRegister } from './AdRegister.tsx';

/** Explains why an advertisement is shown and on whose behalf, and links to all active advertisements. */
export function WhyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(whyQuery(id));
  const { data } = query;
  const [isRegister, setIsRegister] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={isRegister ? 'All advertisements' : 'Why am I seeing this?'}
      footer={
        <>
          {!isRegister && <Button onClick={() => setIsRegister(true)}>All advertisements</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {isRegister ? (
        <AdRegister />
      ) : data === undefined ? (
        <QueryState query={query} skeleton={<Skeleton className="h-20 w-full" />} />
      ) : (
        <div className="flex flex-col gap-2 leading-relaxed">
          <p>
            <span>It is shown on behalf of</span> <Name className="font-medium">{data.advertiser.fullName}</Name>
            <span>{`, in this place: ${SECTION_NAMES[data.section].toLowerCase()}.`}</span>
          </p>
          <p>{data.basis}</p>
        </div>
      )}
    </Dialog>
  );
}
