import { isAnswered } from '@abhyas/exam/bank/question';
import { allResponses } from '@abhyas/exam/tests/session';
import { Button, Loader } from '@mantine/core';
import { i18n } from '../../../../platform/language.ts';
import type { User } from '../../../../platform/user.ts';
import { BookmarkTypeModal } from '../../../../question/BookmarkTypeModal.tsx';
import type { QuestionLanguages } from '../../../../question/languages.ts';
import { preloadReport } from '../../../../question/ReportButton.tsx';
import type { Bookmarks } from '../../../../question/useBookmarks.ts';
import { FinishModal, type SubjectSummary } from '../../../../session/screen/FinishModal.tsx';
import { SignInAgain } from '../../../../session/screen/SignInAgain.tsx';
import type { EngineView, SessionEngine } from '../../../../session/engine/session-engine.ts';
import { UploadFailedModal } from '../../../../session/screen/UploadFailedModal.tsx';
import { useUnsentNotice } from '../../../../session/screen/useUnsentNotice.ts';
import { KeysHelp } from './KeysHelp.tsx';
import { ConfirmModal } from '../../../../session/screen/ConfirmModal.tsx';
import { saveLabels, usualStates } from '../../../../session/screen/SaveStateLabel.tsx';
import type { PaperPlace, PaperSubject } from '../paper-places.ts';
import type { TestPayload } from '../test-payload.ts';
import type { AskedBack } from './useAskBeforeBack.ts';
import { WholePaper } from '../WholePaper.tsx';
import { BlockingModal } from '../../../../ui/BlockingModal.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';

const InstructionsModal = onDemand(() => import('./InstructionsModal.tsx'), { close: ({ onClose }) => onClose() });

/** Fetches the dialogs before they are needed, so that they also open without a network. */
export const preloadDialogs = () => Promise.all([InstructionsModal.preload(), preloadReport()]);

/** The button that leaves a trial test. A trial is not stored, so it cannot be continued later. */
export interface Trial {
  leaveLabel: string;
  onLeave: () => void;
  /** The languages of the questions; null if they are in English only. */
  languages: QuestionLanguages | null;
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
  /** Set if the student pressed the browser's Back in a test whose clock keeps running. */
  leaving: AskedBack | null;
  /** Whether this device has answers that could not be sent when the test was opened. */
  hasUnsentAnswers: boolean;
  trial: Trial | undefined;
  onClose: () => void;
  onGo: (index: number) => void;
  onLeave: () => void;
  onReport: () => void;
  onOther: () => void;
}

/** The dialogs over a running test, one at a time, the most urgent first. */
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
      <BlockingModal title={i18n.t('Sending your answers')}>
        <p className="flex items-center gap-16 pb-8" role="status">
          <Loader size="sm" /> {i18n.t('Your test is being submitted. Keep this page open for a moment.')}
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
        title={i18n.t('End Test')}
        subjects={summaries}
        timeLeft={engine.timeLeft() ?? 0}
        afterEnd={
          test_info.is_test_retakable
            ? i18n.t('After the end no answer can be changed. You can take it again.')
            : i18n.t('After the end no answer can be changed.')
        }
        unsavedQuestion={places.find(({ question }) => question.id === view.state.draft?.question_id)?.number ?? null}
        unsentWarning={trial || usualStates.has(view.saveState) ? null : i18n.t(saveLabels[view.saveState])}
        canEnd={!view.isTakenOver}
        onClose={onClose}
        onConfirm={() => {
          onClose();
          void engine.finish();
        }}
        onLeave={trial?.onLeave ?? onLeave}
        leaveLabel={
          trial?.leaveLabel ??
          (test_info.time_kind === 'session_time' ? i18n.t('Leave and continue later') : i18n.t('Leave (the clock keeps running)'))
        }
      />
    );
  }
  if (dialog === 'keys') return <KeysHelp onClose={onClose} />;
  if (dialog === 'instructions') {
    return <InstructionsModal info={test_info} sections={payload.sections} isExamExact={view.state.is_exam_exact} onClose={onClose} />;
  }
  if (dialog === 'paper') return <WholePaper subjects={subjects} onGo={onGo} onClose={onClose} />;
  return <BookmarkTypeModal bookmarks={bookmarks} />;
}

/** Shown from the end of the time until the student presses Continue, with the number of saved answers. */
function TimeUp({ view, onReport }: { view: EngineView; onReport: () => void }) {
  const answered = allResponses(view.state).filter((response) => isAnswered(response.question_type, response)).length;
  return (
    <BlockingModal title={i18n.t('Time is up')}>
      <p role="status">
        {view.lateMessage === null
          ? i18n.t('Time is up. {answered, plural, one {# answer} other {# answers}} saved.', { answered })
          : i18n.t('Time is up. {message}', { message: view.lateMessage })}
      </p>
      <div className="flex justify-end mt-24">
        <Button onClick={onReport} data-autofocus>
          {i18n.t('Continue')}
        </Button>
      </div>
    </BlockingModal>
  );
}

function AskBeforeBack({ stay, leave }: AskedBack) {
  return (
    <ConfirmModal
      title={i18n.t('Leave the test?')}
      text={i18n.t('The test continues and its clock runs. Your answers are saved, and you can come back until the time is up.')}
      stayLabel={i18n.t('Back to the test')}
      confirmLabel={i18n.t('Leave')}
      isBusy={false}
      onConfirm={leave}
      onClose={stay}
    />
  );
}
