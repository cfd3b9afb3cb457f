import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import type { StudentView } from '#shared/api/students.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { PartnerLine, SharedLine, StudiesLine } from './StudentDetails.tsx';

interface StudentCardProps {
  student: StudentView;
  /** The actions; undefined for a preview, whose name is not a link. */
  actions?: ReactNode;
}

/** A student in the directory. */
export function StudentCard({ student, actions }: StudentCardProps) {
  const nameId = useId();
  const { user, bio } = student;
  const isPreview = actions === undefined;
  return (
    <Card as="article" aria-labelledby={nameId} className={clsx('flex flex-col', !isPreview && 'h-full')}>
      <div className="flex items-start gap-3">
        {isPreview ? <Avatar id={user.id} name={user.fullName} src={user.profileImage} /> : <AvatarLink user={user} />}
        <div className="min-w-0 flex-1">
          <span id={nameId} className="line-clamp-2 wrap-anywhere">
            {isPreview ? <Name className="font-semibold">{user.fullName}</Name> : <NameLink user={user} />}
          </span>
          <StudiesLine student={student} />
        </div>
      </div>
      {bio !== null && (
        <p dir="auto" className="mt-2.5 line-clamp-3 wrap-anywhere">
          {bio}
        </p>
      )}
      <SharedLine {...student} />
      <PartnerLine flags={student.partnerFlags} />
      {!isPreview && <div className="mt-auto flex flex-wrap items-center gap-2 pt-3.5">{actions}</div>}
    </Card>
  );
}
