import { objectTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerAhead, serverWords } from '../../../platform/call.ts';
import { deviceStore } from '../../../platform/device-store.ts';
import { i18n } from '../../../platform/language.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { noteCurrentWriter } from '../../../session/engine/current-writer.ts';
import { KeyboardChoice } from '../../../session/screen/KeyboardChoice.tsx';
import { ReportLink } from '../../../session/screen/ReportLink.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatDate, formatTime } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { type Info, type PaperSection, useBegin } from './papers.queries.ts';
import classes from './TestInstructionPage.module.css';
import { useHasCome } from './useHasCome.ts';
import { useNow } from './useNow.ts';
import { windowWords } from './window-words.ts';
import { onDemand } from '../../../ui/on-demand.tsx';

const OtpDialog = onDemand(() => import('./OtpDialog.tsx'), { close: ({ onCancel }) => onCancel() });
const ExamStart = onDemand(() => import('./ExamStart.tsx'), { close: ({ onClose }) => onClose() });
const TourDialog = onDemand(() => import('./TourDialog.tsx'), { close: ({ onDone }) => onDone() });

const TOUR_SEEN = 'tour-seen';

function isTourNew(): boolean {
  try {
    return localStorage.getItem(TOUR_SEEN) === null;
  } catch {
    return false;
  }
}

function rememberTour(): void {
  try {
    localStorage.setItem(TOUR_SEEN, 'true');
  } catch {
    // Without storage the tour is shown again.
  }
}

/** Fetches the tour while the instructions load, if a press on Begin will show it. */
export const preloadTour = () => (isTourNew() ? TourDialog.preload() : Promise.resolve());

const isRefused = (failure: Error | null, code: string) => failure instanceof Problem && failure.code === code;

/** Why a test cannot begin now; null if it can. When the window opens, this changes without a new call. */
function useObstacle(info: Info): string | null {
  const isOpen = useHasCome(info.start_time);
  const isOver = useHasCome(info.end_time);
  if (info.session_status === 'IN_PROGRESS') return null;
  if (isOver || (info.disable_begin && info.start_time === null)) return i18n.t('The time for this test is over.');
  if (info.disable_begin && info.start_time !== null && !isOpen)
    return i18n.t('Test cannot start before {date} {time}', {
      date: formatDate(info.start_time),
      time: formatTime(info.start_time),
    });
  return null;
}

interface Props {
  id: number;
  info: Info;
  sections: readonly PaperSection[];
  /** Whether the questions can be opened with their answers. */
  canReview: boolean;
  /** Seconds that this student was given beyond the duration and the end of the window. */
  extensionSeconds: number;
  isExamExact: boolean;
  onExamExact: (isExamExact: boolean) => void;
  /** Called if the instructions are out of date, because the window was moved or the test was finished elsewhere. */
  onOutdated: () => void;
}

/** The button Begin, or the reason why the test cannot begin. */
export function BeginPart({ id, info, sections, canReview, extensionSeconds, isExamExact, onExamExact, onOutdated }: Props) {
  const navigate = useNavigate();
  const begin = useBegin();
  const obstacle = useObstacle(info);
  const [isAskingOtp, setAskingOtp] = useState(false);
  const [wrongTries, setWrongTries] = useState(0);
  const [isTouring, setTouring] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [isTourDue, setTourDue] = useState(isTourNew);
  const mayChoose = info.allows_exam_exact && info.session_status !== 'IN_PROGRESS';
  const isBusy = begin.isPending || begin.isSuccess;
  const isFinished = info.session_status === 'COMPLETE';
  const isFinishedForGood = (isFinished && !info.is_test_retakable) || isRefused(begin.error, 'finished_test');

  function beginWith(otp?: string) {
    // While the server answers, the device's store and everything for the first question are prepared.
    deviceStore.open();
    void preloadMaths();
    const chosen = { id, with_questions: true, ...(otp === undefined ? {} : { otp }), ...(isExamExact ? { is_exam_exact: true } : {}) };
    begin.mutate(chosen, {
      onSuccess: (begun) => {
        const { is_assignment, test_id, session_id, writer } = begun;
        noteCurrentWriter({ session_id, writer });
        if (begun.questions) answerAhead(getTestQuestions, { id: test_id }, begun as Answer<typeof getTestQuestions>);
        void navigate({ to: is_assignment ? '/assignment/$id' : '/test/$id', params: { id: String(test_id) }, replace: true });
      },
      onError: (failure) => {
        if (isRefused(failure, 'wrong_code')) setAskingOtp(true);
        // The institute has required a code since this page was opened. The student has entered none, so no code was wrong.
        if (isRefused(failure, 'wrong_code') && otp === undefined) return;
        toast.error(serverWords(failure) ?? i18n.t('Unable to begin the test. Try again after some time.'));
        if (isRefused(failure, 'wrong_code')) setWrongTries((count) => count + 1);
        else if (failure instanceof Problem && failure.status < 500) leaveOtp(failure);
      },
    });
  }

  /** Closes the dialog after a refusal that another code cannot change. */
  function leaveOtp(refusal: Problem) {
    setAskingOtp(false);
    if (refusal.code === 'premium_needed') void navigate({ to: '/payment' });
    else onOutdated();
  }

  function askOtp() {
    setWrongTries(0);
    setAskingOtp(true);
  }

  function onBegin() {
    if (obstacle !== null) toast.warning(obstacle);
    else if ((info.is_exam_exact || isExamExact) && info.session_status !== 'IN_PROGRESS') setStarting(true);
    else if (isTourDue && info.session_status !== 'IN_PROGRESS') setTouring(true);
    else goOn();
  }

  function goOn() {
    setTouring(false);
    setStarting(false);
    setTourDue(false);
    rememberTour();
    if (info.should_request_otp) askOtp();
    else beginWith();
  }

  if (info.is_missed_test && !canReview) {
    return (
      <div className="flex flex-wrap items-center gap-x-20 gap-y-12 max-36:w-full">
        <p className="max-w-320 text-14 text-ink-soft max-36:max-w-none empty:hidden">
          {i18n.t('You missed this test. Its questions can be read when your institute has published them.')}
        </p>
      </div>
    );
  }
  if (info.is_missed_test) {
    return (
      <div className="flex flex-wrap items-center gap-x-20 gap-y-12 max-36:w-full">
        <p className="max-w-320 text-14 text-ink-soft max-36:max-w-none empty:hidden">
          {i18n.t('You missed this test. You can still read its questions.')}
        </p>
        <ButtonLink to="/test/$id" params={{ id: String(id) }} search={{ review: true }} variant="default">
          {i18n.t('View Questions')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-20 gap-y-12 max-36:w-full">
      {/* Announced again when it changes: the window may open while the student waits here. */}
      <p id="obstacle" role="status" className="max-w-320 text-14 text-ink-soft max-36:max-w-none empty:hidden">
        {obstacle ?? (info.disable_begin ? i18n.t('The test is open.') : '')}
      </p>
      {isFinished && (
        <p className="max-w-320 text-14 text-ink-soft max-36:max-w-none empty:hidden">
          {isFinishedForGood
            ? i18n.t('A finished test cannot be resumed.')
            : i18n.t('You have finished this test before. If you begin, it starts again from the beginning.')}
        </p>
      )}
      {mayChoose && !isFinishedForGood && (
        <label className={`${classes.choice} grid grid-cols-[auto_1fr] gap-x-12 gap-y-0 w-full max-w-560 cursor-pointer`}>
          <input type="checkbox" checked={isExamExact} onChange={(event) => onExamExact(event.currentTarget.checked)} />
          <strong>{i18n.t('Exam-exact mode')}</strong>
          <span>
            {i18n.t(
              'An answer counts only after Save & Next or Mark for Review & Next, and no keys work, as on the real screen. Without this mode an answer counts as soon as you choose it.',
            )}
          </span>
        </label>
      )}
      {isFinishedForGood ? (
        <ReportLink id={id} isAssignment={info.object_type === objectTypes.assignment} size="lg" />
      ) : (
        <Button
          size="lg"
          className="min-w-160 max-36:w-full data-dimmed:opacity-55"
          data-dimmed={obstacle !== null || undefined}
          aria-disabled={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : 'obstacle'}
          loading={isBusy && !isAskingOtp}
          onClick={onBegin}
        >
          {info.session_status === 'IN_PROGRESS' ? i18n.t('Continue') : i18n.t('Begin')}
        </Button>
      )}
      <WindowWords info={info} extensionSeconds={extensionSeconds} />
      {info.is_exam_exact && info.session_status === 'IN_PROGRESS' && (
        <div className="w-full">
          <p className="text-14 font-semibold">{i18n.t('You began this test in exam-exact mode.')}</p>
          <KeyboardChoice />
        </div>
      )}
      {info.is_exam_exact && info.session_status === null && (
        <p className="w-full text-14 font-semibold">
          {i18n.t('Exam-exact mode: an answer counts after Save & Next, and the keyboard is off.')}
        </p>
      )}
      {isStarting && <ExamStart info={info} sections={sections} isBusy={isBusy} onReady={goOn} onClose={() => setStarting(false)} />}
      {isTouring && <TourDialog onDone={goOn} onClose={() => setTouring(false)} />}
      {isAskingOtp && <OtpDialog wrongTries={wrongTries} isBusy={isBusy} onCode={beginWith} onCancel={() => setAskingOtp(false)} />}
    </div>
  );
}

/** When the window closes, and how much time remains for the test. */
function WindowWords({ info, extensionSeconds }: { info: Info; extensionSeconds: number }) {
  const now = useNow();
  if (info.session_status === 'COMPLETE') return null;
  const words = windowWords(info, extensionSeconds, now);
  return words && <p className="w-full text-14 font-semibold">{words}</p>;
}
