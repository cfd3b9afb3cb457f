import type { MemberGroupsView } from '#shared/api/analytics.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { useExportMemberGroups } from '../api/mutations.ts';
import { formatCount, formatLongDay } from '../wording.ts';
import { SaveCsvButton } from './SaveCsvButton.tsx';

const SUMS = [
  { name: 'active', heading: 'Active' },
  { name: 'items', heading: 'Items' },
  { name: 'enrollments', heading: 'Enrollments' },
] as const;

/** The confirmed members of an institution in groups; null before a week with five of them. */
export function MemberGroups({ members }: { members: MemberGroupsView | null }) {
  return (
    <Card as="section" aria-label="Members" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Members</h2>
        {members !== null && <SaveMembers week={members.week} />}
      </div>
      <p className="text-small text-text-muted">
        Members whose entries you have confirmed, in groups of five or more. Counts are rounded down to multiples of
        five, and members who were confirmed during the week are left out, so that no group shows what one member did.
      </p>
      {members === null ? (
        <p className="mt-2">There is no week yet in which you had five confirmed members.</p>
      ) : (
        <div className="overflow-x-auto" role="region" aria-label="Table of members" tabIndex={0}>
          <table className="mt-3 w-full text-small tabular-nums">
            <caption className="mb-1 text-start text-text-muted">{`Week from ${formatLongDay(members.week)}`}</caption>
            <thead className="border-b border-border text-text-muted">
              <tr>
                <th scope="col" className="py-1.5 text-start font-medium">
                  Field
                </th>
                {['Members', ...SUMS.map(({ heading }) => heading)].map((heading) => (
                  <th key={heading} scope="col" className="py-1.5 ps-3 text-end font-medium">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {members.groups.map(({ field, isOthers, members: count, ...sums }) => (
                <tr key={field ?? String(isOthers)}>
                  <th scope="row" className="py-1.5 text-start font-normal">
                    {field === null ? isOthers ? 'Other fields' : 'All members' : <Name>{field}</Name>}
                  </th>
                  <td className="py-1.5 ps-3 text-end">{`${formatCount(count)} or more`}</td>
                  {SUMS.map(({ name }) => (
                    <td key={name} className="py-1.5 ps-3 text-end">
                      {sums[name] === null ? 'Not shown' : `${formatCount(sums[name])} or more`}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="mt-2 text-small text-text-muted">
        A member is active who posted, commented, enrolled or finished a lesson in the week. Items are those that
        members have published up to the end of the week, and enrollments are those that members made in the week, in
        items of anyone. A number is not shown when fewer than five members are part of it, fewer than five are not, or
        one of them makes up more than half.
      </p>
    </Card>
  );
}

function SaveMembers({ week }: { week: string }) {
  const { mutate, isPending } = useExportMemberGroups(week);
  return <SaveCsvButton isPending={isPending} onSave={mutate} />;
}
