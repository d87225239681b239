import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { User } from '../../platform/user.ts';
import { pressWithWarning } from '../../question/Keypad.tsx';
import { keepPictures } from '../../platform/service-worker.ts';
import { isNumerical, optionsOf } from '../../question/question-content.ts';
import { useBookmarks } from '../../question/useBookmarks.ts';
import { testStatuses } from '../../session/screen/question-status.ts';
import { TakenOver } from '../../session/screen/Notice.tsx';
import { Palette } from '../../session/screen/Palette.tsx';
import { SessionFrame } from '../../session/screen/SessionFrame.tsx';
import { listOf } from '../../session/screen/session-list.ts';
import { saveLabels } from '../../session/screen/SaveStateLabel.tsx';
import type { SessionEngine } from '../../session/engine/session-engine.ts';
import { useLeaveWarning, useSessionView } from '../../session/screen/useSession.ts';
import { picturesOf } from './paper-places.ts';
import { QuestionSlots, useStepAhead } from './QuestionSlots.tsx';
import styles from './RunningTest.module.css';
import { SubjectTabs } from './SubjectTabs.tsx';
import { TestActions } from './TestActions.tsx';
import { type TestDialog, TestDialogs } from './TestDialogs.tsx';
import { TestHeader } from './TestHeader.tsx';
import { TestLock } from './TestLock.tsx';
import type { TestPayload } from './test-payload.ts';
import { TestQuestion } from './TestQuestion.tsx';
import { usePaletteSheet } from './usePaletteSheet.ts';
import { useTestKeys } from './useTestKeys.ts';
import { useTestPaper } from './useTestPaper.ts';

interface RunningTestProps {
  student: User;
  engine: SessionEngine;
  payload: TestPayload;
  hasUnsentAnswers: boolean;
  /** Opens the session anew, as its newest writer. */
  onTakeBack: () => void;
}

/** A test while it is taken. */
export function RunningTest({ student, engine, payload, hasUnsentAnswers, onTakeBack }: RunningTestProps) {
  const view = useSessionView(engine);
  const { state, phase, saveState, isTakenOver } = view;
  const [dialog, setDialog] = useState<TestDialog>(null);
  const { isWide, isSheetOpen, setSheetOpen, openPalette } = usePaletteSheet();
  const navigate = useNavigate();
  const scroll = useRef<HTMLElement>(null);

  const { places, subjects, place, summaries, tabs, groups, limitOf } = useTestPaper(payload, state);
  const { currentIndex, responses } = state;
  const bookmarks = useBookmarks(payload.bookmarked_question_ids);
  useLeaveWarning(saveState !== 'saved');
  useStepAhead(places, currentIndex, scroll);
  useEffect(() => void keepPictures(places.flatMap(picturesOf)), [places]);

  const goTo = useCallback(
    (index: number) => {
      setSheetOpen(false);
      setDialog(null);
      engine.goTo(index);
    },
    [engine, setSheetOpen],
  );
  const noteOf = useCallback((index: number) => saveLabels[engine.saveStateOf(places[index]?.question.id ?? 0)], [engine, places]);
  const step = useCallback((by: number) => engine.goTo(engine.view().state.currentIndex + by), [engine]);
  const actions = useMemo(
    () => ({
      onPrev: () => step(-1),
      onMark: () => {
        engine.mark(true);
        step(1);
      },
      onClear: engine.clear,
      onSave: () => step(1),
      onEnd: () => setDialog('finish'),
      onPaper: () => setDialog('paper'),
      onKeys: () => setDialog('keys'),
    }),
    [engine, step],
  );

  const isClosed = isTakenOver || phase !== 'open';
  const isReadOnly = isClosed || (place !== undefined && limitOf(place)?.isBlocked === true);
  const response = place && responses[place.question.id];
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
  });

  return (
    <>
      <SessionFrame
        header={
          <TestHeader
            name={payload.test_info.name}
            engine={engine}
            saveState={saveState}
            onEnd={actions.onEnd}
            onPaper={actions.onPaper}
            onKeys={actions.onKeys}
          />
        }
        tabs={subjects.length > 1 && <SubjectTabs tabs={tabs} current={place?.subject ?? ''} onGo={goTo} />}
        scrollRef={scroll}
        sideTitle="Question palette"
        isSheetOpen={isSheetOpen}
        onSheetClose={() => setSheetOpen(false)}
        side={
          <div className={styles.side}>
            <Palette groups={groups} currentIndex={currentIndex} onGo={goTo} statuses={testStatuses} noteOf={noteOf} />
            {!isWide && <SheetActions onPaper={actions.onPaper} onEnd={actions.onEnd} closeSheet={() => setSheetOpen(false)} />}
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
        {place ? (
          <QuestionSlots places={places} currentIndex={currentIndex}>
            {(shown, slot) => (
              <TestQuestion
                place={shown}
                response={responses[shown.question.id]}
                {...slot}
                limit={limitOf(shown)}
                isClosed={isClosed}
                canUnmark={!isTakenOver}
                bookmarks={bookmarks}
                onSelect={select}
                onEnter={enter}
                onUnmark={engine.toggleMark}
                onPalette={isWide ? null : openPalette}
              />
            )}
          </QuestionSlots>
        ) : (
          <p>No questions</p>
        )}
      </SessionFrame>
      {payload.test_info.is_institute_test && (
        <TestLock
          paperId={payload.test_info.id}
          engine={engine}
          canLock={payload.can_lock_test && phase === 'open' && !isTakenOver}
          isLockedAtFirst={payload.is_otp_required}
        />
      )}
      <TestDialogs
        student={student}
        engine={engine}
        view={view}
        dialog={dialog}
        bookmarks={bookmarks}
        subjects={subjects}
        summaries={summaries}
        isPausable={payload.test_info.time_kind === 'session_time'}
        hasUnsentAnswers={hasUnsentAnswers}
        sealKey={payload.seal_key}
        onClose={() => setDialog(null)}
        onGo={goTo}
        onLeave={() => void navigate(listOf(payload.test_info).link)}
        onOther={() => void navigate({ to: '/' })}
      />
    </>
  );
}

function SheetActions({ onPaper, onEnd, closeSheet }: { onPaper: () => void; onEnd: () => void; closeSheet: () => void }) {
  const closing = (act: () => void) => () => {
    closeSheet();
    act();
  };
  return (
    <div className={styles.sheetActions}>
      <Button variant="default" onClick={closing(onPaper)}>
        Whole paper
      </Button>
      <Button onClick={closing(onEnd)}>End Test</Button>
    </div>
  );
}
