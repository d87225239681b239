import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconClockPlus, IconDoorEnter, IconKey, IconSearch } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, formatTime, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { type Act, HallDialogs } from './HallDialogs.tsx';
import { HallClock } from './HallClock.tsx';
import { HallCounts } from './HallCounts.tsx';
import classes from './HallPage.module.css';
import { HallTable } from './HallTable.tsx';
import { useHall } from './hall.queries.ts';
import { type Filter, findingOf, type Hall, type HallStudent, inHeldOrder, inOrder, isIn, needsHelp, studentsOf } from './hall-students.ts';

/** /staff/tests/{id}/hall: the progress of every student, with the teacher's actions. */
export default function HallPage() {
  const { id } = useParams({ from: '/staff/tests/$id/hall' });
  const hall = useHall(Number(id));
  return (
    <>
      <PageTitle
        back={{ link: { to: '/staff/tests' }, label: 'Back to the tests' }}
        aside={<HallClock hall={hall.data} updatedAt={hall.dataUpdatedAt} isFailing={hall.isError} />}
      >
        {hall.data?.test.name ?? 'Hall'}
      </PageTitle>
      <Loaded query={hall} skeleton={<HallSkeleton />}>
        {(data) => <HallOf hall={data} isFailing={hall.isError} />}
      </Loaded>
    </>
  );
}

function HallOf({ hall, isFailing }: { hall: Hall; isFailing: boolean }) {
  const now = serverNow() / 1000;
  const mayGive = hasRight(useUser()?.membership?.role ?? null, 'tests.manage');
  const students = useMemo(() => studentsOf(hall, now), [hall, now]);
  // While the pointer or the focus is in the list, rows keep their positions, so that a press hits the intended row.
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const ordered = held ? inHeldOrder(students, held) : inOrder(students);
  const [filter, setFilter] = useState<Filter | null>(null);
  const [text, setText] = useState('');
  const [classroom, setClassroom] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [act, setAct] = useState<Act | null>(null);
  const classrooms = [...new Set(students.flatMap((student) => student.classroom ?? []))].toSorted();
  const words = text.trim().toLowerCase();
  const isShown = (student: HallStudent) =>
    (filter === null || isIn[filter](student)) &&
    (classroom === '' || student.classroom === classroom) &&
    (words === '' || student.name.toLowerCase().includes(words) || student.given_id?.toLowerCase().includes(words) === true);
  const shown = ordered.filter(isShown);
  const chosen = students.filter((student) => selected.has(student.id));
  const canExtend = hall.test.time_kind === 'wall_clock';
  if (students.length === 0)
    return (
      <EmptyState
        icon={<IconDoorEnter size={26} />}
        title="Given to nobody yet"
        action={
          mayGive && (
            <ButtonLink to="/staff/tests/$id" params={{ id: String(hall.test.id) }}>
              Give it to students
            </ButtonLink>
          )
        }
      >
        The students who get the test appear here, with their progress.
      </EmptyState>
    );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-24 gap-y-16 mb-20">
        <Headline hall={hall} students={students} />
        <div className={`${classes.headActions} flex gap-8 max-62:flex-[1_1_100%]`}>
          {canExtend && (
            <Button
              variant="default"
              leftSection={<IconClockPlus size={20} />}
              disabled={isFailing}
              onClick={() => setAct({ kind: 'extend', students: null })}
            >
              Extend time
            </Button>
          )}
          {!hall.test.is_assignment && (
            <Button variant="default" leftSection={<IconKey size={20} />} disabled={isFailing} onClick={() => setAct({ kind: 'code' })}>
              New code
            </Button>
          )}
        </div>
      </div>
      <HallCounts students={students} filter={filter} onFilter={setFilter} />
      {chosen.length > 0 ? (
        <div className="flex flex-wrap items-center gap-8 min-h-44 mb-12" role="toolbar" aria-label="For those selected">
          <strong>{plural(chosen.length, 'student')} selected</strong>
          {canExtend && (
            <Button variant="default" disabled={isFailing} onClick={() => setAct({ kind: 'extend', students: chosen })}>
              Extend
            </Button>
          )}
          <Button variant="default" disabled={isFailing} onClick={() => setAct({ kind: 'unlock', students: chosen })}>
            Unlock
          </Button>
          <Button variant="subtle" onClick={() => setSelected(new Set())}>
            Clear
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-8 min-h-44 mb-12">
          <TextInput
            aria-label="Name or roll number"
            placeholder="Name or roll number"
            leftSection={<IconSearch size={18} aria-hidden />}
            className={classes.search ?? ''}
            maxLength={80}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {classrooms.length > 0 && (
            <select
              aria-label="Batch"
              className="min-h-44 px-12 py-0 border border-line-strong rounded-control bg-surface text-14 font-semibold text-ink"
              value={classroom}
              onChange={(event) => setClassroom(event.currentTarget.value)}
            >
              <option value="">All batches</option>
              {classrooms.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
          <p className="ml-auto text-14 text-ink-soft max-62:hidden">
            {shown.length === students.length
              ? 'Students who need you first'
              : `${formatNumber(shown.length)} of ${formatNumber(students.length)}`}
          </p>
        </div>
      )}
      <HallTable
        onHold={(isHeld) => setHeld(isHeld ? (held ?? ordered.map((student) => student.id)) : null)}
        hall={hall}
        students={shown}
        now={now}
        isOff={isFailing}
        selected={selected}
        onSelect={setSelected}
        onAct={setAct}
      />
      {act && (
        <HallDialogs
          hall={hall}
          students={students}
          act={act}
          onClose={() => setAct(null)}
          onDone={() => setSelected(new Set())}
          onAct={setAct}
        />
      )}
    </>
  );
}

/** The sentence about the next step. */
function Headline({ hall: { test }, students }: { hall: Hall; students: readonly HallStudent[] }) {
  const needing = students.filter(needsHelp).length;
  const begun = students.filter(isIn.begun).length;
  const writing = students.filter(({ state }) => state === 'running').length;
  const finished = students.filter(isIn.finished).length;
  const finding = findingOf(students);
  const title =
    begun === 0
      ? `Nobody has begun.${test.opens_at && Date.parse(test.opens_at) > serverNow() ? ` The test opens at ${formatTime(test.opens_at)}.` : ''}`
      : needing > 0
        ? `${formatNumber(needing)} of ${plural(students.length, 'student')} ${needing === 1 ? 'needs' : 'need'} you`
        : writing > 0
          ? `All ${formatNumber(writing)} are writing and saving`
          : `${finished === students.length ? 'All' : formatNumber(finished)} have finished`;
  return (
    <div className={classes.headline}>
      <h2>{title}</h2>
      {needing > 0 && (
        <p>
          {formatNumber(writing)} {writing === 1 ? 'is' : 'are'} writing and saving.{' '}
          {finding &&
            `${formatNumber(finding.count)} of the ${formatNumber(finding.of)} silent sit in ${finding.classroom}: its network may be down. Their answers are kept on their devices.`}
        </p>
      )}
      {begun === 0 && test.should_request_otp && (
        <p>
          {test.has_code
            ? 'It opens with the code that you made. A lost code is replaced by a new one.'
            : 'It asks for a code, and none is made yet.'}
        </p>
      )}
    </div>
  );
}

function HallSkeleton() {
  return (
    <>
      <Skeleton height={28} width={320} maw="100%" mb="lg" />
      <Skeleton height={74} mb="lg" radius="lg" />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={62} mb={2} />
      ))}
    </>
  );
}
