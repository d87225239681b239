import { isAnswered } from '@abhyas/exam/bank/question';
import { allResponses } from '@abhyas/exam/tests/session';
import { Button, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { User } from '../../../platform/user.ts';
import { BookmarkTypeModal } from '../../../question/BookmarkTypeModal.tsx';
import type { Bookmarks } from '../../../question/useBookmarks.ts';
import { FinishModal, type SubjectSummary } from '../../../session/screen/FinishModal.tsx';
import { SignInAgain } from '../../../session/screen/SignInAgain.tsx';
import type { EngineView, SessionEngine } from '../../../session/engine/session-engine.ts';
import { UploadFailedModal } from '../../../session/screen/UploadFailedModal.tsx';
import { useUnsentNotice } from '../../../session/screen/useUnsentNotice.ts';
import { KeysHelp } from './KeysHelp.tsx';
import { ConfirmModal } from '../../../session/screen/ConfirmModal.tsx';
import { saveLabels } from '../../../session/screen/SaveStateLabel.tsx';
import type { PaperPlace, PaperSubject } from './paper-places.ts';
import type { TestPayload } from './test-payload.ts';
import type { AskedBack } from './useAskBeforeBack.ts';
import styles from './RunningTest.module.css';
import { WholePaper } from './WholePaper.tsx';
import { BlockingModal } from '../../../ui/BlockingModal.tsx';
import { plural } from '../../../ui/format.ts';

const InstructionsModal = lazy(() => import('./InstructionsModal.tsx'));

/** What a test of which nothing is kept offers in place of coming back to it. */
export interface Trial {
  leaveLabel: string;
  onLeave: () => void;
}

export type TestDialog = 'finish' | 'keys' | 'paper' | 'instructions' | null;

interface TestDialogsProps {
  student: User | null;
  engine: SessionEngine;
  view: EngineView;
  dialog: TestDialog;
  bookmarks: Bookmarks | null;
  subjects: readonly PaperSubject[];
  summaries: readonly SubjectSummary[];
  payload: TestPayload;
  places: readonly PaperPlace[];
  /** The browser's Back was pressed in a test that goes on without its student. */
  leaving: AskedBack | null;
  /** Answers of this device could not be sent when the test was opened. */
  hasUnsentAnswers: boolean;
  trial: Trial | undefined;
  onClose: () => void;
  onGo: (index: number) => void;
  onLeave: () => void;
  onReport: () => void;
  onOther: () => void;
}

/** What may stand over a running test; one thing at a time, the most pressing first. */
export function TestDialogs(props: TestDialogsProps) {
  const {
    student,
    engine,
    view,
    dialog,
    bookmarks,
    subjects,
    summaries,
    payload,
    places,
    leaving,
    hasUnsentAnswers,
    trial,
    onClose,
    onGo,
    onLeave,
    onReport,
    onOther,
  } = props;
  const { test_info, seal_key: sealKey } = payload;
  const [isUnsentShown, dismissUnsent] = useUnsentNotice(hasUnsentAnswers, view.saveState);

  if (view.isSignInNeeded && student) return <SignInAgain student={student} onSignedIn={() => void engine.tryNow()} onOther={onOther} />;
  if (view.phase === 'finish_failed') {
    return (
      <UploadFailedModal
        noun="test"
        state={view.state}
        sealKey={sealKey}
        onTry={engine.tryNow}
        onGoOn={view.isTimeUp ? undefined : engine.goOn}
      />
    );
  }
  if (view.phase === 'finished' && view.isTimeUp) return <TimeUp view={view} onReport={onReport} />;
  if (view.phase === 'finishing' || view.phase === 'finished') {
    return (
      <BlockingModal title="Sending your answers">
        <p className={styles.sending} role="status">
          <Loader size="sm" /> Your test is being submitted. Keep this page open for a moment.
        </p>
      </BlockingModal>
    );
  }
  if (isUnsentShown) {
    return <UploadFailedModal noun="test" state={view.state} sealKey={sealKey} onTry={engine.tryNow} onGoOn={dismissUnsent} />;
  }
  if (leaving) return <AskBeforeBack {...leaving} />;
  if (dialog === 'finish') {
    return (
      <FinishModal
        title="End Test"
        subjects={summaries}
        timeLeft={engine.timeLeft() ?? 0}
        afterEnd={`Once it is ended no answer can be changed.${test_info.is_test_retakable ? ' You can take it again.' : ''}`}
        unsavedQuestion={places.find(({ question }) => question.id === view.state.draft?.question_id)?.number ?? null}
        unsentWarning={trial || view.saveState === 'saved' || view.saveState === 'saving' ? null : saveLabels[view.saveState]}
        canEnd={!view.isTakenOver}
        onClose={onClose}
        onConfirm={() => {
          onClose();
          void engine.finish();
        }}
        onLeave={trial?.onLeave ?? onLeave}
        leaveLabel={
          trial?.leaveLabel ?? (test_info.time_kind === 'session_time' ? 'Leave and continue later' : 'Leave (the clock goes on)')
        }
      />
    );
  }
  if (dialog === 'keys') return <KeysHelp onClose={onClose} />;
  if (dialog === 'instructions') {
    return (
      <Suspense>
        <InstructionsModal info={test_info} sections={payload.sections} isExamExact={view.state.is_exam_exact} onClose={onClose} />
      </Suspense>
    );
  }
  if (dialog === 'paper') return <WholePaper subjects={subjects} onGo={onGo} onClose={onClose} />;
  return <BookmarkTypeModal bookmarks={bookmarks} />;
}

/** The end that came by the clock: what is saved, until the student goes on. */
function TimeUp({ view, onReport }: { view: EngineView; onReport: () => void }) {
  const answered = allResponses(view.state).filter((response) => isAnswered(response.question_type, response)).length;
  return (
    <BlockingModal title="Time is up">
      <p role="status">Time is up. {view.lateMessage ?? `${plural(answered, 'answer')} saved.`}</p>
      <div className={styles.lockActions}>
        <Button onClick={onReport} data-autofocus>
          Continue
        </Button>
      </div>
    </BlockingModal>
  );
}

function AskBeforeBack({ stay, leave }: AskedBack) {
  return (
    <ConfirmModal
      title="Leave the test?"
      text="The test goes on and its clock runs. Your answers are saved, and until the time is up you can come back to it."
      stayLabel="Back to the test"
      confirmLabel="Leave"
      isBusy={false}
      onConfirm={leave}
      onClose={stay}
    />
  );
}
