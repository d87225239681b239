import { Loader } from '@mantine/core';
import type { User } from '../../platform/user.ts';
import { BookmarkTypeModal } from '../../question/BookmarkTypeModal.tsx';
import type { Bookmarks } from '../../question/useBookmarks.ts';
import { FinishModal, type SubjectSummary } from '../../session/screen/FinishModal.tsx';
import { SignInAgain } from '../../session/screen/SignInAgain.tsx';
import type { EngineView, SessionEngine } from '../../session/engine/session-engine.ts';
import { UploadFailedModal } from '../../session/screen/UploadFailedModal.tsx';
import { useUnsentNotice } from '../../session/screen/useUnsentNotice.ts';
import { KeysHelp } from './KeysHelp.tsx';
import type { PaperSubject } from './paper-places.ts';
import styles from './RunningTest.module.css';
import { WholePaper } from './WholePaper.tsx';
import { BlockingModal } from '../../ui/BlockingModal.tsx';

export type TestDialog = 'finish' | 'keys' | 'paper' | null;

interface TestDialogsProps {
  student: User;
  engine: SessionEngine;
  view: EngineView;
  dialog: TestDialog;
  bookmarks: Bookmarks | null;
  subjects: readonly PaperSubject[];
  summaries: readonly SubjectSummary[];
  /** The clock stands while nobody has the test open. */
  isPausable: boolean;
  /** Answers of this device could not be sent when the test was opened. */
  hasUnsentAnswers: boolean;
  /** Seals the answer file. */
  sealKey: string | null;
  onClose: () => void;
  onGo: (index: number) => void;
  onLeave: () => void;
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
    isPausable,
    hasUnsentAnswers,
    sealKey,
    onClose,
    onGo,
    onLeave,
    onOther,
  } = props;
  const [isUnsentShown, dismissUnsent] = useUnsentNotice(hasUnsentAnswers, view.saveState);

  if (view.isSignInNeeded) return <SignInAgain student={student} onSignedIn={() => void engine.tryNow()} onOther={onOther} />;
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
  if (dialog === 'finish') {
    return (
      <FinishModal
        title="End Test"
        subjects={summaries}
        canEnd={!view.isTakenOver}
        onClose={onClose}
        onConfirm={() => {
          onClose();
          void engine.finish();
        }}
        onLeave={onLeave}
        leaveLabel={isPausable ? 'Leave and continue later' : 'Leave (the clock goes on)'}
      />
    );
  }
  if (dialog === 'keys') return <KeysHelp onClose={onClose} />;
  if (dialog === 'paper') return <WholePaper subjects={subjects} onGo={onGo} onClose={onClose} />;
  return <BookmarkTypeModal bookmarks={bookmarks} />;
}
