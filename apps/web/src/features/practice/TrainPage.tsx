import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { getTrainQuestions } from '@abhyas/contract/practice';
import { IconNotebook } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, NetworkFailure } from '../../platform/call.ts';
import { messageOf } from '../../platform/failure.ts';
import { queryClient } from '../../platform/queries.ts';
import type { User } from '../../platform/user.ts';
import { preloadMaths } from '../../question/maths.ts';
import { LoadingSession } from '../../session/screen/LoadingSession.tsx';
import { listOf } from '../../session/screen/session-list.ts';
import { useLeaveOnRefusal } from '../../session/screen/useLeaveOnRefusal.ts';
import { useOpeningStudent } from '../../session/screen/useOpeningStudent.ts';
import { useSession } from '../../session/screen/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { PracticeReview } from './PracticeReview.tsx';
import { PracticeSession } from './PracticeSession.tsx';
import styles from './TrainPage.module.css';

const object_type = objectTypes.checkpoint;
const session_type = sessionTypes.adaptive;

/** Practice of one topic; with `review=true` the latest session, to read again. */
export default function TrainPage() {
  const { id } = useParams({ from: '/train/$id' });
  const { review } = useSearch({ from: '/train/$id' });
  const student = useOpeningStudent(!review);
  useEffect(() => void preloadMaths(), []);
  if (!student) return null;
  return review ? <PracticeReview key={id} topicId={Number(id)} /> : <Practice key={id} topicId={Number(id)} student={student} />;
}

function Practice({ topicId, student }: { topicId: number; student: User }) {
  const navigate = useNavigate();
  const goToReport = () => {
    void queryClient.invalidateQueries();
    void navigate({ to: '/session_report/$id', params: { id: String(topicId) }, search: { object_type, session_type }, replace: true });
  };
  const load = useSession({
    object: { student_id: student.id, id: topicId, object_type, session_type, is_revise: false },
    kind: 'train',
    fetchPayload: () => call(getTrainQuestions, { id: topicId, object_type, session_type }),
    onFinished: goToReport,
  });
  const failure = load.status === 'failed' ? load.failure : null;

  // The chapter's figures have moved when the student comes back to it.
  useEffect(() => () => void queryClient.invalidateQueries(), []);

  useEffect(() => {
    if (load.status === 'report') goToReport();
    // oxlint-disable-next-line react/exhaustive-deps -- what happened leads away once
  }, [load.status]);
  useLeaveOnRefusal(failure);

  if (load.status === 'failed') {
    return (
      <main className={styles.alone}>
        <PageTitle back={{ link: { to: '/home' }, label: 'Back to the chapters' }}>Practice</PageTitle>
        <Failure message={messageOf(failure)} isOffline={failure instanceof NetworkFailure} retry={load.retry} />
        {load.isAnsweredHere && (
          <p className={styles.kept}>The answers you gave on this device are safe, and are sent first when the connection is back.</p>
        )}
      </main>
    );
  }
  if (load.status !== 'open') return <LoadingSession title="Practice" />;
  const { test_info } = load.payload;
  const back = listOf(test_info);
  if (load.payload.questions.length === 0) {
    return (
      <main className={styles.alone}>
        <PageTitle back={back}>{test_info.name}</PageTitle>
        <EmptyState icon={<IconNotebook size={26} />} title="No questions" action={<ButtonLink {...back.link}>{back.label}</ButtonLink>}>
          There are no questions for this topic yet.
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
