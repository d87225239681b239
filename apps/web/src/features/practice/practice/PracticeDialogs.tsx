import { restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { isAnswered } from '@abhyas/exam/bank/question';
import { allResponses, isLocked } from '@abhyas/exam/tests/session';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import type { User } from '../../../platform/user.ts';
import { BookmarkTypeModal } from '../../../question/BookmarkTypeModal.tsx';
import type { Bookmarks } from '../../../question/useBookmarks.ts';
import { ConfirmModal } from '../../../session/screen/ConfirmModal.tsx';
import { SignInAgain } from '../../../session/screen/SignInAgain.tsx';
import type { EngineView, SessionEngine } from '../../../session/engine/session-engine.ts';
import { UploadFailedModal } from '../../../session/screen/UploadFailedModal.tsx';
import { useUnsentNotice } from '../../../session/screen/useUnsentNotice.ts';

import type { BackTarget } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';

export type PracticeDialog = 'restart' | 'finish' | null;

interface PracticeDialogsProps {
  student: User;
  engine: SessionEngine;
  view: EngineView;
  /** Id of the topic or chapter. */
  objectId: number;
  isPreviousPaper: boolean;
  /** Whether this device has answers that could not be sent when the session was opened. */
  hasUnsentAnswers: boolean;
  dialog: PracticeDialog;
  bookmarks: Bookmarks | null;
  /**
   * The address to which the finish dialog leads without finishing. Set only for a personalised assignment, which the student leaves
   * through that dialog.
   */
  back: BackTarget | null;
  onClose: () => void;
  /** Called when the session was discarded here, so that a new one begins. */
  onRestarted: () => void;
}

/** The dialogs over a practice session. */
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
    // The server can restart only a session that it knows to have begun, so unsent answers are sent first.
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
          title={back ? i18n.t('Finish this assignment') : i18n.t('Finish this practice')}
          text={
            back
              ? i18n.t(
                  'You have answered {answeredCount} of {count, plural, one {# question} other {# questions}}. Every answer counts, verified or not. Your report comes next.',
                  { answeredCount, count },
                )
              : i18n.t(
                  'You have worked on {lockedCount} of {count, plural, one {# question} other {# questions}}. Your report comes next.',
                  { lockedCount, count },
                )
          }
          leave={back && { label: i18n.t('Leave and continue later'), onLeave: () => void navigate(back.link) }}
          confirmLabel={i18n.t('Finish')}
          isBusy={view.phase === 'finishing'}
          onConfirm={() => void engine.finish().then((isDone) => !isDone && onClose())}
          onClose={onClose}
        />
      )}
      {dialog === 'restart' && (
        <ConfirmModal
          title={i18n.t('Restart this practice')}
          text={i18n.t('You lose the progress of this session and begin again, with other questions if the topic has more.')}
          confirmLabel={i18n.t('Restart')}
          isBusy={isBusy}
          onConfirm={() => void restart()}
          onClose={onClose}
        />
      )}
    </>
  );
}
