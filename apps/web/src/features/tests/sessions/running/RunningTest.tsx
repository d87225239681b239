import { shownAnswer } from '@abhyas/exam/tests/session';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { i18n, named } from '../../../../platform/language.ts';
import type { User } from '../../../../platform/user.ts';
import { pressWithWarning } from '../../../../question/Keypad.tsx';
import { worksWithKeyboard } from '../../../../platform/keyboard-choice.ts';
import { keepPictures } from '../../../../platform/service-worker.ts';
import { isNumerical, optionsOf } from '../../../../question/question-content.ts';
import { LanguagesContext } from '../../../../question/languages.ts';
import { useQuestionLanguages } from '../../../../question/useQuestionLanguages.ts';
import { useBookmarks } from '../../../../question/useBookmarks.ts';
import { testStatuses } from '../../../../session/screen/question-status.ts';
import { TakenOver } from '../../../../session/screen/Notice.tsx';
import { Palette } from '../../../../session/screen/Palette.tsx';
import { SessionFrame } from '../../../../session/screen/SessionFrame.tsx';
import { listOf } from '../../../../session/screen/session-list.ts';
import { saveLabels } from '../../../../session/screen/SaveStateLabel.tsx';
import type { SessionEngine } from '../../../../session/engine/session-engine.ts';
import { useLeaveWarning, useSessionView } from '../../../../session/screen/useSession.ts';
import { picturesOf } from '../paper-places.ts';
import { QuestionSlots, useStepAhead } from '../QuestionSlots.tsx';
import styles from './RunningTest.module.css';
import { SubjectTabs } from '../SubjectTabs.tsx';
import { TestActions } from './TestActions.tsx';
import { preloadDialogs, type TestDialog, TestDialogs, type Trial } from './TestDialogs.tsx';
import { TestHeader } from './TestHeader.tsx';
import { UnlockDialog, useTestLock } from './TestLock.tsx';
import type { TestPayload } from '../test-payload.ts';
import { TestQuestion } from './TestQuestion.tsx';
import { usePaletteSheet } from '../usePaletteSheet.ts';
import { useAskBeforeBack } from './useAskBeforeBack.ts';
import { useHeaderMessage } from '../../../../session/screen/useHeaderMessage.ts';
import { useTestKeys } from '../useTestKeys.ts';
import { useDeadKeyboard } from './useDeadKeyboard.ts';
import { useTestPaper } from './useTestPaper.ts';
import { onDemand } from '../../../../ui/on-demand.tsx';

const SeatLine = onDemand(() => import('./SeatLine.tsx'));

interface RunningTestProps {
  /** Null for a visitor. */
  student: User | null;
  engine: SessionEngine;
  payload: TestPayload;
  hasUnsentAnswers: boolean;
  /** Set for a trial, which stores nothing: the address to which its end dialog leads without ending the test. */
  trial?: Trial;
  /** Opens the session again, as its newest writer. */
  onTakeBack: () => void;
  /** Opens the report, after the student has seen that the time is up. */
  onReport: () => void;
}

/** A running test. */
export function RunningTest({ student, engine, payload, hasUnsentAnswers, trial, onTakeBack, onReport }: RunningTestProps) {
  const view = useSessionView(engine);
  const { state, phase, saveState, isTakenOver } = view;
  const [dialog, setDialog] = useState<TestDialog>(null);
  const { test_info } = payload;
  const isRunning = phase === 'open' && !isTakenOver;
  const lock = useTestLock({
    paperId: test_info.id,
    engine,
    canLock: test_info.is_institute_test && payload.can_lock_test && isRunning,
    lockedAt: payload.is_otp_required ? payload.locked_at : null,
    isLockedAtFirst: test_info.is_institute_test && payload.is_otp_required,
  });
  const leaving = useAskBeforeBack(test_info.is_institute_test && isRunning);
  const message = useHeaderMessage();
  const [isKeyboardUser] = useState(worksWithKeyboard);
  const { isWide, isSheetOpen, setSheetOpen, openPalette } = usePaletteSheet();
  const navigate = useNavigate();
  const scroll = useRef<HTMLElement>(null);

  const { places, subjects, place, summaries, tabs, groups, limitOf } = useTestPaper(payload, state);
  const { currentIndex, responses } = state;
  const ofSession = useQuestionLanguages(trial ? null : test_info.session_id, payload.questions, false);
  const languages = trial ? trial.languages : ofSession;
  const shownId = place?.question.id;
  const isInHindi =
    shownId !== undefined && place?.question.also_in?.includes('hi') && languages?.texts && languages.languageOf(shownId) === 'hi';
  useEffect(() => {
    if (isInHindi) engine.showInHindi();
  }, [isInHindi, shownId, engine]);
  const ownBookmarks = useBookmarks(payload.bookmarked_question_ids);
  const bookmarks = trial ? null : ownBookmarks;
  useLeaveWarning(!trial && (saveState !== 'saved' || (test_info.is_institute_test && phase === 'open')));
  useStepAhead(places, currentIndex, scroll);
  useEffect(() => void keepPictures(places.flatMap(picturesOf)), [places]);
  useEffect(() => void preloadDialogs(), []);

  const goTo = useCallback(
    (index: number) => {
      setSheetOpen(false);
      setDialog(null);
      engine.goTo(index);
    },
    [engine, setSheetOpen],
  );
  const noteOf = useCallback((index: number) => i18n.t(saveLabels[engine.saveStateOf(places[index]?.question.id ?? 0)]), [engine, places]);
  const step = useCallback((by: number) => engine.goTo(engine.view().state.currentIndex + by), [engine]);
  const actions = useMemo(
    () => ({
      onPrev: () => step(-1),
      onMark: () => {
        engine.save();
        engine.mark(true);
        step(1);
      },
      onClear: engine.clear,
      onSave: () => {
        engine.save();
        step(1);
      },
      onEnd: () => setDialog('finish'),
      onPaper: () => setDialog('paper'),
      onKeys: () => setDialog('keys'),
      onInstructions: () => setDialog('instructions'),
    }),
    [engine, step],
  );

  const isClosed = isTakenOver || phase !== 'open';
  const { is_exam_exact: isExamExact, draft } = state;
  const isSelfPaced = test_info.time_kind === 'session_time' && !isExamExact && trial === undefined;
  const scratchpad = useMemo(
    () => (isSelfPaced && student && test_info.session_id ? { student_id: student.id, session_id: test_info.session_id } : null),
    [isSelfPaced, student, test_info.session_id],
  );
  const isReadOnly = isClosed || (place !== undefined && limitOf(place)?.isBlocked === true);
  const response = place && shownAnswer(state, place.question.id);
  const select = useCallback(
    (option: number) => {
      if (!isReadOnly) engine.select(option);
    },
    [engine, isReadOnly],
  );
  const enter = useCallback(
    (entry: string) => {
      if (!isReadOnly) engine.enter(entry);
    },
    [engine, isReadOnly],
  );

  useDeadKeyboard(isExamExact && !isKeyboardUser);
  useTestKeys({
    isNumerical: place !== undefined && isNumerical(place.question),
    hasAnswer: response !== undefined && (response.responses.length > 0 || response.rich_response !== null),
    select: (option) => {
      if (place && optionsOf(place.question).some((content) => content.option === option)) select(option);
    },
    pressKeypad: (key) => pressWithWarning(response?.rich_response ?? '', key, enter),
    prev: actions.onPrev,
    next: actions.onSave,
    mark: engine.toggleMark,
    clear: engine.clear,
    openPalette,
    openHelp: actions.onKeys,
    isOff: isExamExact,
  });

  return (
    <>
      <SessionFrame
        header={
          <TestHeader
            name={named(test_info.name)}
            message={message}
            engine={engine}
            saveState={trial ? null : saveState}
            onEnd={actions.onEnd}
            onPaper={actions.onPaper}
            onKeys={isExamExact ? null : actions.onKeys}
            onInstructions={actions.onInstructions}
          />
        }
        tabs={subjects.length > 1 && <SubjectTabs tabs={tabs} current={place?.subject ?? ''} onGo={goTo} />}
        scrollRef={scroll}
        sideTitle={[i18n.t('Question palette'), place && i18n.t(place.subject)].filter(Boolean).join(' · ')}
        isSheetOpen={isSheetOpen}
        onSheetClose={() => setSheetOpen(false)}
        side={
          <div className="grid gap-16">
            <Candidate name={student ? (student.name ?? '') : i18n.t('Visitor')} paper={named(test_info.name)} />
            <Palette groups={groups} currentIndex={currentIndex} onGo={goTo} statuses={testStatuses} {...(!trial && { noteOf })} />
            {!isWide && (
              <SheetActions
                onPaper={actions.onPaper}
                onInstructions={actions.onInstructions}
                onEnd={actions.onEnd}
                closeSheet={() => setSheetOpen(false)}
              />
            )}
          </div>
        }
        bottom={
          <TestActions
            isFirst={currentIndex === 0}
            isLast={currentIndex === places.length - 1}
            isReadOnly={isTakenOver}
            canClear={response !== undefined && (response.responses.length > 0 || (response.rich_response ?? '') !== '')}
            onPrev={actions.onPrev}
            onMark={actions.onMark}
            onClear={actions.onClear}
            onSave={actions.onSave}
          />
        }
      >
        {isTakenOver && <TakenOver noun="test" onTakeBack={onTakeBack} />}
        {!trial && isRunning && <SeatLine session_id={test_info.session_id} hasInvigilator={test_info.is_institute_test} />}
        {lock.isLocked ? null : place ? (
          <LanguagesContext value={languages}>
            <QuestionSlots places={places} currentIndex={currentIndex}>
              {(shown, slot) => (
                <TestQuestion
                  place={shown}
                  response={responses[shown.question.id]}
                  draft={draft?.question_id === shown.question.id ? draft : null}
                  isExamExact={isExamExact}
                  {...slot}
                  limit={limitOf(shown)}
                  isClosed={isClosed}
                  canUnmark={!isTakenOver}
                  bookmarks={bookmarks}
                  scratchpad={scratchpad}
                  canReport={trial === undefined}
                  onSelect={select}
                  onEnter={enter}
                  onUnmark={engine.toggleMark}
                  onPalette={isWide ? null : openPalette}
                />
              )}
            </QuestionSlots>
          </LanguagesContext>
        ) : (
          <p>{i18n.t('No questions')}</p>
        )}
      </SessionFrame>
      {lock.isLocked && phase === 'open' && dialog !== 'finish' && !view.isSignInNeeded && (
        <UnlockDialog paperId={test_info.id} lockedAt={lock.lockedAt} onUnlocked={lock.unlock} onEnd={actions.onEnd} />
      )}
      <TestDialogs
        student={student}
        engine={engine}
        view={view}
        dialog={dialog}
        bookmarks={bookmarks}
        subjects={subjects}
        summaries={summaries}
        payload={payload}
        places={places}
        leaving={leaving}
        hasUnsentAnswers={hasUnsentAnswers}
        onClose={() => setDialog(null)}
        onGo={goTo}
        trial={trial}
        onLeave={() => void navigate(listOf(test_info).link)}
        onReport={onReport}
        onOther={() => void navigate({ to: '/' })}
      />
    </>
  );
}

/** The names of candidate and paper, as the real exam's screen shows them. */
function Candidate({ name, paper }: { name: string; paper: string }) {
  return (
    <p className={`flex items-center gap-12 text-14 text-ink-soft ${styles.candidate}`}>
      <span className="grid flex-none place-items-center size-40 rounded-[50%] bg-accent-soft font-bold text-accent" aria-hidden="true">
        {[...name][0]}
      </span>
      <span>
        <strong>{name}</strong>
        <br />
        {paper}
      </span>
    </p>
  );
}

interface SheetActionsProps {
  onPaper: () => void;
  onInstructions: () => void;
  onEnd: () => void;
  closeSheet: () => void;
}

function SheetActions({ onPaper, onInstructions, onEnd, closeSheet }: SheetActionsProps) {
  const closing = (act: () => void) => () => {
    closeSheet();
    act();
  };
  return (
    <div className="sticky bottom-0 grid grid-cols-[1fr_1fr] gap-12 pt-12 pb-[max(4px,env(safe-area-inset-bottom))] bg-surface">
      <Button variant="default" onClick={closing(onPaper)}>
        {i18n.t('Whole paper')}
      </Button>
      <Button variant="default" onClick={closing(onInstructions)}>
        {i18n.t('Instructions')}
      </Button>
      <Button className="col-span-2" onClick={closing(onEnd)}>
        {i18n.t('End Test')}
      </Button>
    </div>
  );
}
