// Contents: the page · members · archiving
import { archiveClassroom, getClassroom } from '@abhyas/contract/institute/classrooms';
import type { Answer } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, useSend } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { AddMembersModal } from './AddMembersModal.tsx';
import { ClassroomNameModal } from './ClassroomNameModal.tsx';
import styles from './Classrooms.module.css';
import { refreshClassrooms } from './classrooms.queries.ts';
import { MemberDatesModal } from './MemberDatesModal.tsx';

type Classroom = Answer<typeof getClassroom>;
type Member = Classroom['members'][number];

/** The number of members from which the page has a search by name. */
const MANY = 20;

/** /staff/classrooms/{id}: the members of a classroom, with their first and last days. */
export default function ClassroomPage() {
  const id = Number(useParams({ from: '/staff/classrooms/$id' }).id);
  const mayManage = hasRight(useUser()?.membership?.role ?? null, 'classes.manage');
  const classroom = useCall(getClassroom, { id }, { staleTime: 0 });
  const [open, setOpen] = useState<'add' | 'rename' | Member | null>(null);
  const [search, setSearch] = useState('');
  const close = () => setOpen(null);
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/classrooms' }, label: 'Back to the classrooms' }}>
        {classroom.data?.name ?? 'Classroom'}
      </PageTitle>
      <Loaded query={classroom} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => {
          const present = data.members.filter(({ left_at }) => left_at === null);
          const students = present.filter(({ role }) => role === 'student');
          const former = data.members.filter(({ left_at }) => left_at !== null);
          const wanted = search.trim().toLowerCase();
          const found = (members: Member[]) =>
            members.filter(({ name }) => wanted === '' || (name?.toLowerCase().includes(wanted) ?? false));
          const add = mayManage && !data.is_archived && (
            <Button leftSection={<IconUserPlus size={18} />} onClick={() => setOpen('add')}>
              Add members
            </Button>
          );
          const groups = [
            { title: 'Teachers', members: found(present.filter(({ role }) => role === 'teacher')) },
            { title: 'Students', members: found(students) },
            { title: 'Former members', members: found(former) },
          ].filter(({ members }) => members.length > 0);
          return (
            <>
              <div className="flex flex-wrap items-center justify-between gap-x-24 gap-y-12 mb-24">
                <p className="text-14 text-ink-soft">
                  {plural(students.length, 'student')}
                  {data.is_archived && <span className={rows.badge}>Archived</span>}
                </p>
                {mayManage && (
                  <div className="flex flex-wrap gap-12">
                    <ArchiveButton classroom={data} />
                    <Button variant="default" onClick={() => setOpen('rename')}>
                      Rename
                    </Button>
                    {present.length > 0 && add}
                  </div>
                )}
              </div>
              {data.members.length > MANY && (
                <div className={styles.search}>
                  <TextInput
                    aria-label="Name of a member"
                    placeholder="Name of a member"
                    leftSection={<IconSearch size={18} aria-hidden />}
                    maxLength={80}
                    value={search}
                    onChange={(event) => setSearch(event.currentTarget.value)}
                  />
                </div>
              )}
              {data.members.length === 0 ? (
                <EmptyState icon={<IconUsers size={26} />} title="Nobody is in this classroom yet" action={add}>
                  Members see its classes, files and tests on paper from their first day on.
                </EmptyState>
              ) : (
                groups.length === 0 && <EmptyState icon={<IconUsers size={26} />} title="Nobody has this name." />
              )}
              {groups.map(({ title, members }) => (
                <section key={title} className={rows.section} aria-label={title}>
                  <h2>{title}</h2>
                  <ul className={rows.list}>
                    {members.map((member) => (
                      <MemberRow key={member.id} member={member} onOpen={mayManage ? () => setOpen(member) : undefined} />
                    ))}
                  </ul>
                </section>
              ))}
              {open === 'add' && <AddMembersModal classroom={data} onClose={close} />}
              {open === 'rename' && <ClassroomNameModal classroom={data} onClose={close} />}
              {open !== null && typeof open === 'object' && <MemberDatesModal member={open} today={data.today} onClose={close} />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function MemberRow({ member, onOpen }: { member: Member; onOpen: (() => void) | undefined }) {
  const { name, role, joined_at, left_at } = member;
  const who = name ?? 'Without a name';
  // The last day counts in full, so `left_at` is the midnight after it.
  const dates = left_at === null ? `Since ${formatDate(joined_at)}` : `${formatDate(joined_at)} to ${formatDate(Date.parse(left_at) - 1)}`;
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        {who}
        <span className="block text-14 font-regular text-ink-soft">
          {left_at !== null && role === 'teacher' ? `Teacher · ${dates}` : dates}
        </span>
      </span>
      {onOpen && (
        <Button variant="default" aria-label={`Dates of ${who}`} onClick={onOpen}>
          Dates
        </Button>
      )}
    </li>
  );
}

/** Archives a classroom; its classes and files stay. */
function ArchiveButton({ classroom: { id, name, is_archived } }: { classroom: Classroom }) {
  const send = useSend(archiveClassroom);
  const change = () =>
    send.mutate(
      { id, is_archived: !is_archived },
      {
        onSuccess: () => {
          refreshClassrooms();
          toast.success(is_archived ? `${name} is in use again.` : `${name} is archived. Its classes and files stay.`);
        },
      },
    );
  return (
    <Button variant="default" loading={send.isPending} onClick={change}>
      {is_archived ? 'Restore' : 'Archive'}
    </Button>
  );
}
