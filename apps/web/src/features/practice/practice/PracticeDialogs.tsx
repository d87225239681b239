import { restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { isAnswered } from '@abhyas/exam/bank/question';
import { allResponses, isLocked } from '@abhyas/exam/tests/session';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import type { User } from '../../../platform/user.ts';
import { BookmarkTypeModal } from '../../../question/BookmarkTypeModal.tsx';
import type { Bookmarks } from '../../../question/useBookmarks.ts';
import { ConfirmModal } from '../../../session/screen/ConfirmModal.tsx';
import { SignInAgain } from '../../../session/screen/SignInAgain.tsx';
import type { EngineView, SessionEngine } from '../../../session/engine/session-engine.ts';
import { UploadFailedModal } from '../../../session/screen/UploadFailedModal.tsx';
import { useUnsentNotice } from '../../../session/screen/useUnsentNotice.ts';
import { plural } from '../../../ui/format.ts';
import type { BackTarget } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';

export type PracticeDialog = 'restart' | 'finish' | null;

interface PracticeDialogsProps {
  student: User;
  engine: SessionEngine;
  view: EngineView;
  /** The topic, or the chapter. */
  objectId: number;
  isPreviousPaper: boolean;
  /** Answers of this device could not be sent when it was opened. */
  hasUnsentAnswers: boolean;
  dialog: PracticeDialog;
  bookmarks: Bookmarks | null;
  /** Where the finish dialog leads without finishing: of a personalised assignment, which is left by it. */
  back: BackTarget | null;
  onClose: () => void;
  /** The session was thrown away here, and another one begins. */
  onRestarted: () => void;
}

/** What may stand over a practice session. */
export function PracticeDialogs({
  student,
  engine,
  view,
  objectId,
  isPreviousPaper,
  hasUnsentAnswers,
  dialog,
  bookmarks,
  back,
  onClose,
  onRestarted,
}: PracticeDialogsProps) {
  const [isBusy, setBusy] = useState(false);
  const [isUnsentShown, dismissUnsent] = useUnsentNotice(hasUnsentAnswers, view.saveState);
  const navigate = useNavigate();
  const responses = allResponses(view.state);
  const lockedCount = responses.filter((response) => isLocked(view.state, response)).length;
  const answeredCount = responses.filter((response) => isAnswered(response.question_type, response)).length;
  const count = responses.length;

  const restart = async () => {
    setBusy(true);
    // The server restarts only what it knows to be begun.
    await engine.tryNow();
    try {
      await call(restartTrainSessionItem, { id: objectId, is_previous_paper: isPreviousPaper });
      await engine.discard();
      onRestarted();
    } catch (failure) {
      toast.error(messageOf(failure));
      setBusy(false);
      onClose();
    }
  };

  return (
    <>
      {!view.isSignInNeeded && <BookmarkTypeModal bookmarks={bookmarks} />}
      {view.isSignInNeeded && (
        <SignInAgain student={student} onSignedIn={() => void engine.tryNow()} onOther={() => void navigate({ to: '/' })} />
      )}
      {(view.phase === 'finish_failed' || (view.phase === 'open' && isUnsentShown)) && (
        <UploadFailedModal
          noun="practice"
          state={view.state}
          onTry={engine.tryNow}
          onGoOn={view.phase === 'finish_failed' ? engine.goOn : dismissUnsent}
        />
      )}
      {dialog === 'finish' && view.phase !== 'finish_failed' && (
        <ConfirmModal
          title={back ? 'Finish this assignment' : 'Finish this practice'}
          text={
            back
              ? `You have answered ${answeredCount} of ${plural(count, 'question')}. Every answer counts, verified or not. Your report comes next.`
              : `You have worked on ${lockedCount} of ${plural(count, 'question')}. Your report comes next.`
          }
          leave={back && { label: 'Leave it and go on later', onLeave: () => void navigate(back.link) }}
          confirmLabel="Finish"
          isBusy={view.phase === 'finishing'}
          onConfirm={() => void engine.finish().then((isDone) => !isDone && onClose())}
          onClose={onClose}
        />
      )}
      {dialog === 'restart' && (
        <ConfirmModal
          title="Restart this practice"
          text="The progress of this session is lost, and you begin again, with other questions where the topic has more."
          confirmLabel="Restart"
          isBusy={isBusy}
          onConfirm={() => void restart()}
          onClose={onClose}
        />
      )}
    </>
  );
}
