import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { getTrainQuestions } from '@abhyas/contract/practice/practice';
import type { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { IconNotebook } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n, named } from '../../../platform/language.ts';
import { queryClient } from '../../../platform/queries.ts';
import type { User } from '../../../platform/user.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { LoadingSession } from '../../../session/screen/LoadingSession.tsx';
import { listOf } from '../../../session/screen/session-list.ts';
import { useLeaveOnRefusal } from '../../../session/screen/useLeaveOnRefusal.ts';
import { useSession } from '../../../session/screen/useSession.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { type BackTarget, PageTitle } from '../../../ui/PageTitle.tsx';
import { placesArranger } from './arrange-places.ts';
import { PracticeSession } from './PracticeSession.tsx';

interface PracticeProps {
  student: User;
  /** The topic or chapter to practise, and the source of a revision. */
  object: Input<typeof getAssignmentReport> & { source?: string };
  isRevise: boolean;
  fetchPayload: () => Promise<Answer<typeof getTrainQuestions>>;
  title: string;
  /** The list to return to until the session is loaded; then the session names the list. */
  back: BackTarget;
  /** The message for a session without questions. */
  whenEmpty: string;
}

/** Opens a practice session and shows it, and afterwards its report. */
export function Practice({ student, object, isRevise, fetchPayload, title, back: backBefore, whenEmpty }: PracticeProps) {
  const { id, object_type, session_type } = object;
  const navigate = useNavigate();
  const goToReport = () => {
    void queryClient.invalidateQueries();
    void navigate({ to: '/session_report/$id', params: { id: String(id) }, search: { object_type, session_type }, replace: true });
  };
  const load = useSession({
    object: { student_id: student.id, ...object, is_revise: isRevise },
    kind: 'train',
    fetchPayload,
    onFinished: goToReport,
    arrange: placesArranger,
  });
  const failure = load.status === 'failed' ? load.failure : null;

  // The chapter's figures have changed when the student returns to it.
  useEffect(() => () => void queryClient.invalidateQueries(), []);

  useEffect(() => {
    if (load.status === 'report') goToReport();
    // oxlint-disable-next-line react/exhaustive-deps -- each outcome leads away once
  }, [load.status]);
  useEffect(() => void preloadMaths(), []);
  useLeaveOnRefusal(failure);

  if (failure instanceof Problem && (failure.code === 'not_found' || failure.code === 'not_begun')) {
    return (
      <main className="min-h-dvh px-24 py-8 bg-surface">
        <PageTitle back={backBefore}>{title}</PageTitle>
        <EmptyState
          icon={<IconNotebook size={26} />}
          title={messageOf(failure)}
          action={<ButtonLink {...backBefore.link}>{backBefore.label}</ButtonLink>}
        />
      </main>
    );
  }
  if (load.status === 'failed') {
    return (
      <main className="min-h-dvh px-24 py-8 bg-surface">
        <PageTitle back={backBefore}>{title}</PageTitle>
        <Failure message={messageOf(failure)} isOffline={failure instanceof NetworkFailure} retry={load.retry} />
        {load.isAnsweredHere && (
          <p className="text-center text-ink-soft">
            {i18n.t('The answers you gave on this device are safe, and are sent first when the connection is back.')}
          </p>
        )}
      </main>
    );
  }
  if (load.status !== 'open') return <LoadingSession title={title} />;
  const { test_info } = load.payload;
  const back = listOf(test_info);
  if (load.payload.questions.length === 0) {
    return (
      <main className="min-h-dvh px-24 py-8 bg-surface">
        <PageTitle back={back}>{named(test_info.name)}</PageTitle>
        <EmptyState
          icon={<IconNotebook size={26} />}
          title={i18n.t('No questions')}
          action={<ButtonLink {...back.link}>{back.label}</ButtonLink>}
        >
          {whenEmpty}
        </EmptyState>
      </main>
    );
  }
  return (
    <PracticeSession
      student={student}
      key={test_info.session_id}
      engine={load.engine}
      payload={load.payload}
      back={back}
      hasUnsentAnswers={load.hasUnsentAnswers}
      onReopen={load.reopen}
    />
  );
}
