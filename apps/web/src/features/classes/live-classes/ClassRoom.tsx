import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
// Contents: the page · its head · the left column
import { CLASS_CHANNEL, markStudentAttendance } from '@abhyas/contract/classes/live-classes';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLiveChannel } from '../../../platform/live.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Dot } from '../../../ui/Dot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatTime } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import { LiveBoard, RecordedBoard, RecordingByAddress } from './ClassBoard.tsx';
import styles from './ClassRoom.module.css';
import { ClassStatus, isJoinable } from './ClassRow.tsx';
import { classKey, type ClassPage, useClassPage, useJoin } from './classes.queries.ts';
import { QuizPanel } from './quiz/QuizPanel.tsx';

/** A class's page, live or recorded: the board at the left, the quiz beside it. A student on the page counts as present. */
export function ClassRoom({ id }: { id: number }) {
  const page = useClassPage(id);
  return (
    <Loaded query={page} skeleton={<RoomSkeleton />}>
      {({ meeting, quiz_data }) => <Room meeting={meeting} hasQuestions={quiz_data.length > 0} />}
    </Loaded>
  );
}

function RoomSkeleton() {
  return (
    <div className={styles.alone}>
      <Skeleton height={24} width={240} mb="lg" />
      <Skeleton height={320} radius="lg" />
    </div>
  );
}

function Room({ meeting, hasQuestions }: { meeting: ClassPage; hasQuestions: boolean }) {
  const [isQuizHidden, setQuizHidden] = useState(false);
  const isOver = meeting.status === 'COMPLETED' || meeting.status === 'CANCELLED';
  const askAgain = () => void queryClient.invalidateQueries({ queryKey: classKey(meeting.id) });
  useLiveChannel(CLASS_CHANNEL, isOver ? null : { meeting_id: meeting.id }, { hear: askAgain, missed: askAgain });
  // A student who opens the page of a class on this site has joined the class, even without pressing Join.
  const mark = useSend(markStudentAttendance, { ownFailures: true }).mutate;
  const isJoining = meeting.provider === 'room' && !meeting.has_joined && meeting.status === 'LIVE';
  useEffect(() => {
    if (isJoining) mark({ id: meeting.id }, { onSettled: () => void queryClient.invalidateQueries({ queryKey: classKey(meeting.id) }) });
  }, [isJoining, meeting.id, mark]);
  const hasQuiz = meeting.status === 'LIVE' || hasQuestions;
  return (
    <div className={`flex flex-col ${styles.room}`}>
      <Head meeting={meeting} isOver={isOver} />
      <main
        className={`${styles.columns} grid flex-1 grid-cols-1 min-h-0 data-quiz:grid-cols-[minmax(0,65fr)_minmax(360px,35fr)]`}
        data-quiz={(hasQuiz && !isQuizHidden) || undefined}
      >
        <div className={`flex flex-col items-stretch gap-16 min-w-0 p-24 overflow-y-auto max-48:p-16 ${styles.left}`}>
          <div className={styles.stage}>
            <Shown meeting={meeting} />
          </div>
          <About meeting={meeting} />
          {hasQuiz && isQuizHidden && (
            <Button variant="default" size="md" onClick={() => setQuizHidden(false)}>
              {i18n.t('Show Quiz Question')}
            </Button>
          )}
        </div>
        {hasQuiz && !isQuizHidden && (
          <aside
            className="relative flex flex-col min-h-0 border-l border-line bg-surface max-62:border-none"
            aria-label={i18n.t('Live quiz')}
          >
            <button type="button" className={`text-14 font-semibold text-accent ${styles.hide}`} onClick={() => setQuizHidden(true)}>
              {i18n.t('Hide Quiz Question')}
            </button>
            <QuizPanel meetingId={meeting.id} />
          </aside>
        )}
      </main>
    </div>
  );
}

function Head({ meeting, isOver }: { meeting: ClassPage; isOver: boolean }) {
  const { id, title, lecture, status, start_time, can_join_until } = meeting;
  return (
    <header className={`flex items-center gap-12 ${styles.head}`}>
      <Link
        to="/virtual_meeting"
        className="grid flex-none place-items-center size-44 text-ink"
        aria-label={i18n.t('Back to Live Classes')}
      >
        <IconArrowLeft size={22} aria-hidden />
      </Link>
      <div className={`flex-1 min-w-0 ${styles.name}`}>
        <PageTitle inPage>{lecture === null ? title : `${title} · ${lecture}`}</PageTitle>
      </div>
      <ClassStatus status={status} />
      <span className="flex-none text-14 text-ink-soft tabular max-48:hidden">
        {i18n.t('{from} to {to}', { from: formatTime(start_time), to: formatTime(can_join_until) })}
      </span>
      {!isOver && (
        <ButtonLink to="/virtual_meeting/$id/feedback" params={{ id: String(id) }} search={{ title }} variant="default" size="md">
          <Trans id="Leave<0> class</0>" components={{ 0: <span className="max-48:hidden" /> }} />
        </ButtonLink>
      )}
    </header>
  );
}

function About({ meeting }: { meeting: ClassPage }) {
  const { module, subject_title, classroom_names, teacher_name, status, minutes_present, present_count } = meeting;
  const parts = [i18n.t(subject_title), module, classroom_names.join(', '), teacher_name].filter(Boolean);
  return (
    <div className={`-order-1 flex flex-wrap justify-between gap-x-24 gap-y-8 text-14 text-ink-soft ${styles.about}`}>
      <p>
        <Dot color={subjectColor(subject_title)} />
        {parts.join(' · ')}
      </p>
      {status === 'LIVE' && (
        <p className={`inline-flex items-center gap-6 ${styles.present}`}>
          <IconCircleCheck size={18} aria-hidden />
          {minutes_present === 0
            ? i18n.t('You are in the class')
            : i18n.t('You have been here {minutes} min', { minutes: minutes_present })}
          {present_count > 1 && ` · ${i18n.t('{count, plural, one {# student} other {# students}} here', { count: present_count })}`}
        </p>
      )}
    </div>
  );
}

/** The board, the recording, or the reason why there is none. */
function Shown({ meeting }: { meeting: ClassPage }) {
  const { status, board, started_at, recording_url, recording_status, title, provider } = meeting;
  const now = useServerNow(1000);
  const { join, joining } = useJoin();
  if (status === 'LIVE' && board && started_at) return <LiveBoard board={board} startedAt={started_at} />;
  if (status === 'CANCELLED') return <EmptyState icon={<IconVideo size={26} />} title={i18n.t('This class was cancelled.')} />;
  if (status === 'COMPLETED') {
    if (recording_status === 'READY' && board) return <RecordedBoard board={board} />;
    if (recording_url !== null && /^https?:/.test(recording_url)) return <RecordingByAddress url={recording_url} title={title} />;
    return (
      <EmptyState icon={<IconVideo size={26} />} title={i18n.t("Your institute hasn't uploaded the video for this class yet")}>
        {i18n.t('We will notify you once it is uploaded!')}
      </EmptyState>
    );
  }
  if (provider !== 'room' && isJoinable(meeting, now))
    return (
      <EmptyState
        icon={<IconVideo size={26} />}
        title={i18n.t('This class is held in a separate window.')}
        action={
          <Button size="md" loading={joining === meeting.id} onClick={() => join(meeting.id)}>
            {i18n.t('JOIN')}
          </Button>
        }
      >
        {i18n.t('Keep this page open for the live quiz.')}
      </EmptyState>
    );
  if (status === 'LIVE')
    return (
      <EmptyState icon={<IconVideo size={26} />} title={i18n.t('Your class is going on.')}>
        {i18n.t('Your teacher shows nothing here. The questions of the live quiz come to this page.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconVideo size={26} />} title={i18n.t('Your teacher has not started this class yet.')}>
      {i18n.t('It begins at {time}. This page changes by itself.', { time: formatTime(meeting.start_time) })}
    </EmptyState>
  );
}
