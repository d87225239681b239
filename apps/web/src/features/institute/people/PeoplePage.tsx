import { getPeople, PEOPLE_PER_PAGE } from '@abhyas/contract/institute/people';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconFileSpreadsheet, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import chips from '../../../ui/chips.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { InviteModal } from './InviteModal.tsx';
import type { Member, People } from './member.ts';
import { MemberModal } from './MemberModal.tsx';
import classes from './PeoplePage.module.css';
import { FinishedRosters, RunningRoster } from './RosterImports.tsx';
import { RosterModal } from './RosterModal.tsx';
import { RevokeButton } from './RevokeButton.tsx';
import { roleNames } from './roles.ts';

/** /staff/people: students and staff of the institute. */
export default function PeoplePage() {
  const { kind, classroom_id } = useSearch({ from: '/staff/people' });
  const role = useUser()?.membership?.role ?? null;
  const mayManage = hasRight(role, 'people.manage');
  const isStaff = kind === 'staff';
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<'roster' | 'invite' | Member | null>(null);
  const list = useCall(
    getPeople,
    {
      kind: isStaff ? 'staff' : 'students',
      page,
      ...(search ? { search } : {}),
      ...(classroom_id !== undefined && !isStaff ? { classroom_id } : {}),
    },
    { keepPrevious: true },
  );
  const add = mayManage && (
    <>
      {!isStaff && (
        <Button leftSection={<IconFileSpreadsheet size={20} />} onClick={() => setOpen('roster')}>
          Import a roster
        </Button>
      )}
      <Button variant={isStaff ? 'filled' : 'default'} leftSection={<IconUserPlus size={20} />} onClick={() => setOpen('invite')}>
        Invite
      </Button>
    </>
  );
  return (
    <>
      <PageTitle>People</PageTitle>
      <div className={rows.bar}>
        <LinkTabs
          label="Kind"
          tabs={[
            { label: 'Students', link: { to: '/staff/people', search: { kind: 'students' } }, isCurrent: !isStaff },
            { label: 'Staff', link: { to: '/staff/people', search: { kind: 'staff' } }, isCurrent: isStaff },
          ]}
        />
        <span className={rows.actions}>{add}</span>
      </div>
      <div className={classes.search}>
        <TextInput
          aria-label="Name, roll or phone number"
          placeholder={mayManage ? 'Name, roll or phone number' : 'Name or roll number'}
          leftSection={<IconSearch size={18} aria-hidden />}
          maxLength={80}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(0);
          }}
        />
      </div>
      {mayManage && !isStaff && <RunningRoster />}
      <Loaded query={list} skeleton={[1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={70} mb={2} />)}>
        {(data) => (
          <>
            {!isStaff && data.classrooms.length > 0 && <Batches data={data} current={classroom_id} />}
            {mayManage && !isStaff && classroom_id !== undefined && (
              <p className={classes.ofBatch}>
                <Link to="/staff/people/codes" search={{ classroom_id }}>
                  Sign-in codes of this batch
                </Link>
              </p>
            )}
            <Invited list={data.invitations} />
            {data.people.length === 0 ? (
              <EmptyState
                icon={<IconUsers size={26} />}
                title={search ? 'Nobody fits.' : isStaff ? 'No staff yet' : 'No students yet'}
                action={!search && add}
              >
                {!search &&
                  !isStaff &&
                  'Import a roster from a spreadsheet to add all of them at once; you see the outcome of each row first.'}
              </EmptyState>
            ) : (
              <MemberList data={data} isStaff={isStaff} mayManage={mayManage} onOpen={setOpen} />
            )}
            {data.total > PEOPLE_PER_PAGE && (
              <nav className={rows.pages} aria-label="Pages">
                <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
                  Back
                </Button>
                <span className="text-14 text-ink-soft">
                  {page + 1} of {Math.ceil(data.total / PEOPLE_PER_PAGE)}
                </span>
                <Button variant="default" disabled={(page + 1) * PEOPLE_PER_PAGE >= data.total} onClick={() => setPage(page + 1)}>
                  On
                </Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
      {mayManage && !isStaff && <FinishedRosters />}
      {open === 'roster' && <RosterModal onClose={() => setOpen(null)} />}
      {open === 'invite' && <InviteModal isStaff={isStaff} onClose={() => setOpen(null)} />}
      {open !== null && typeof open === 'object' && <MemberModal member={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Batches({ data: { classrooms }, current }: { data: People; current: number | undefined }) {
  return (
    <nav className="flex flex-wrap gap-8 mb-24" aria-label="Batches">
      <Link
        to="/staff/people"
        search={{ kind: 'students' }}
        className={chips.chip}
        activeOptions={{ exact: true }}
        aria-current={current === undefined ? 'true' : undefined}
      >
        All
      </Link>
      {classrooms.map(({ id, name, students }) => (
        <Link
          key={id}
          to="/staff/people"
          search={{ kind: 'students', classroom_id: id }}
          className={chips.chip}
          activeOptions={{ exact: true }}
          aria-current={current === id ? 'true' : undefined}
        >
          {name} <span className="text-14 leading-reading text-ink-soft">{formatNumber(students)}</span>
        </Link>
      ))}
    </nav>
  );
}

function Invited({ list }: { list: People['invitations'] }) {
  if (list.length === 0) return null;
  return (
    <section className={rows.section}>
      <h2>Invited</h2>
      <ul className={rows.list}>
        {list.slice(0, 20).map((each) => (
          <li key={each.id} className={rows.row}>
            <span className={rows.main}>
              {each.name ?? each.phone}
              <span className="block text-14 font-regular text-ink-soft">
                {roleNames[each.role]} · {each.phone} · until {formatDate(each.expires_at)}
              </span>
            </span>
            <RevokeButton id={each.id} name={each.name ?? each.phone} />
          </li>
        ))}
      </ul>
      {list.length > 20 && <p className="text-14 leading-reading text-ink-soft">{formatNumber(list.length - 20)} more.</p>}
    </section>
  );
}

interface MemberListProps {
  data: People;
  isStaff: boolean;
  mayManage: boolean;
  onOpen: (member: Member) => void;
}

function MemberList({ data, isStaff, mayManage, onOpen }: MemberListProps) {
  return (
    <section className={rows.section}>
      <h2>{plural(data.total, isStaff ? 'member of staff' : 'student', isStaff ? 'members of staff' : 'students')}</h2>
      <ul className={rows.list}>
        {data.people.map((member) => {
          const words = (
            <>
              <span className={`${rows.main} ${classes.name}`}>
                {member.name ?? 'Without a name'}
                <span className="block text-14 font-regular text-ink-soft">
                  {(isStaff ? [roleNames[member.role], member.given_id, member.phone] : [member.given_id ?? 'No roll number', member.phone])
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {!isStaff && (
                <span className="flex-[0_1_180px] min-w-0 text-ink-soft max-40:order-3 max-40:flex-[1_0_100%] max-40:-mt-12 max-40:text-14">
                  {member.classrooms.join(', ') || 'No batch'}
                </span>
              )}
              {member.last_result && (
                <span className={`${classes.result} grid flex-[0_1_200px] min-w-0 text-end max-40:shrink-0 max-40:basis-104`}>
                  <span className="font-bold tabular">{formatNumber(member.last_result.percent)}%</span>
                  <span className="block text-14 font-regular text-ink-soft">{member.last_result.name}</span>
                </span>
              )}
              {!isStaff && !member.last_result && (
                <span
                  className={`grid flex-[0_1_200px] min-w-0 text-end text-14 text-ink-soft max-40:shrink-0 max-40:basis-104 ${classes.result}`}
                >
                  No result yet
                </span>
              )}
              {(mayManage || !isStaff) && <IconChevronRight size={18} aria-hidden />}
            </>
          );
          return (
            <li key={member.id}>
              {isStaff && !mayManage ? (
                <span className={rows.row}>{words}</span>
              ) : mayManage ? (
                <button type="button" className={`${rows.row} ${classes.member}`} onClick={() => onOpen(member)}>
                  {words}
                </button>
              ) : (
                <Link to="/staff/students/$id" params={{ id: String(member.user_id) }} className={rows.row}>
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
