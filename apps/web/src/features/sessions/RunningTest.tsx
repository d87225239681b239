import type { Answer as CallAnswer } from '@abhyas/contract/endpoint';
import type { getTestQuestions } from '@abhyas/contract/sessions';
import { countStates, paletteState } from '@abhyas/exam/display';
import { isAnswered } from '@abhyas/exam/question';
import { Button } from '@mantine/core';
import { IconFlagFilled, IconInfoCircle, IconLayoutGrid, IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { BookmarkButton } from '../../question/BookmarkButton.tsx';
import { pressWithWarning } from '../../question/Keypad.tsx';
import { keepPictures } from '../../platform/service-worker.ts';
import { Question } from '../../question/Question.tsx';
import { isNumerical, noAnswer, optionsOf } from '../../question/question-content.ts';
import { useBookmarks } from '../../question/useBookmarks.ts';
import { testLooks } from '../../session/looks.ts';
import { Notice, TakenOver } from '../../session/Notice.tsx';
import { Palette } from '../../session/Palette.tsx';
import { SessionFrame } from '../../session/SessionFrame.tsx';
import { listOf } from '../../session/session-list.ts';
import { saveWords } from '../../session/SaveStateLabel.tsx';
import type { SessionEngine } from '../../session/session-engine.ts';
import { useLeaveWarning, useSessionView } from '../../session/useSession.ts';
import { type PaperPlace, paletteGroups, picturesOf, placesOf, subjectsOf } from './paper-places.ts';
import buttons from '../../ui/buttons.module.css';
import { QuestionSlots, type SlotView, useStepAhead } from './QuestionSlots.tsx';
import styles from './RunningTest.module.css';
import { limitNotice } from './section-limits.ts';
import { SubjectTabs } from './SubjectTabs.tsx';
import { TestActions } from './TestActions.tsx';
import { type TestDialog, TestDialogs } from './TestDialogs.tsx';
import { TestHeader } from './TestHeader.tsx';
import { TestLock } from './TestLock.tsx';
import { usePaletteSheet } from './usePaletteSheet.ts';
import { useTestKeys } from './useTestKeys.ts';

export type TestPayload = CallAnswer<typeof getTestQuestions>;

interface RunningTestProps {
  engine: SessionEngine;
  payload: TestPayload;
  isOwing: boolean;
  /** Opens the session anew, as its newest writer. */
  onTakeBack: () => void;
}

/** A test while it is taken. */
export function RunningTest({ engine, payload, isOwing, onTakeBack }: RunningTestProps) {
  const { state, phase, saveState, isTakenOver, ...rest } = useSessionView(engine);
  const view = { state, phase, saveState, isTakenOver, ...rest };
  const [dialog, setDialog] = useState<TestDialog>(null);
  const { isWide, isSheetOpen, setSheetOpen, openPalette } = usePaletteSheet();
  const navigate = useNavigate();
  const scroll = useRef<HTMLElement>(null);

  const places = useMemo(() => placesOf(payload), [payload]);
  const subjects = useMemo(() => subjectsOf(places), [places]);
  const { currentIndex, responses } = state;
  const place = places[currentIndex];
  const bookmarks = useBookmarks(payload.bookmarked_question_ids);
  useLeaveWarning(saveState !== 'saved');

  const countsBySubject = useMemo(
    () => subjects.map(({ name, places: own }) => ({ name, counts: countStates(own.map(({ question }) => responses[question.id])) })),
    [subjects, responses],
  );
  const tabs = useMemo(
    () =>
      countsBySubject.map(({ name, counts }, at) => ({
        name,
        firstIndex: subjects[at]?.places[0]?.index ?? 0,
        brief: `${counts.answered + counts.answered_marked} / ${subjects[at]?.places.length ?? 0}`,
        counts: testLooks.map((look) => ({ look, count: counts[look as keyof typeof counts] })),
      })),
    [countsBySubject, subjects],
  );
  const subject = subjects.find(({ name }) => name === place?.subject);
  const groups = useMemo(
    () => paletteGroups(subject?.places ?? [], ({ question }) => paletteState(responses[question.id])),
    [subject, responses],
  );

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
  const noteOf = useCallback((index: number) => saveWords[engine.saveStateOf(places[index]?.question.id ?? 0)], [engine, places]);
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

  const answeredPositions = useMemo(() => {
    const answered = places.filter(({ question }) => {
      const response = responses[question.id];
      return response !== undefined && isAnswered(response.question_type, response);
    });
    return new Set(answered.map(({ question }) => question.position));
  }, [places, responses]);
  const limitOf = ({ section, question }: PaperPlace) => limitNotice(section, question.position, answeredPositions);
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

  const questionAt = (shown: PaperPlace, view: SlotView) => {
    const given = responses[shown.question.id];
    const limit = limitOf(shown);
    return (
      <Question
        question={shown.question}
        passage={shown.passage}
        heading={`Question ${shown.number}`}
        place={shown.sectionTitle ?? undefined}
        marks={shown.section ?? undefined}
        answer={given ?? noAnswer}
        isReadOnly={isClosed || limit?.isBlocked === true}
        isRevealed={false}
        {...view}
        onSelect={select}
        onEnter={enter}
        notice={limit && <Notice tone={limit.tone} text={limit.text} icon={limit.isBlocked ? IconLock : IconInfoCircle} role="status" />}
        actions={
          <>
            {given?.is_marked && (
              <button type="button" className={styles.marked} onClick={engine.toggleMark} disabled={isTakenOver} title="Take the mark away">
                <IconFlagFilled size={16} aria-hidden="true" />
                <span>
                  Marked<span className={styles.whatFor}> for review</span>
                </span>
              </button>
            )}
            <BookmarkButton bookmarks={bookmarks} question={shown.question} number={shown.number} />
            {!isWide && (
              <button
                type="button"
                className={`${buttons.icon} ${styles.paletteButton}`}
                aria-label="Question palette"
                onClick={openPalette}
              >
                <IconLayoutGrid size={22} aria-hidden="true" />
              </button>
            )}
          </>
        }
      />
    );
  };

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
            <Palette groups={groups} currentIndex={currentIndex} onGo={goTo} looks={testLooks} noteOf={noteOf} />
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
            {questionAt}
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
        engine={engine}
        view={view}
        dialog={dialog}
        bookmarks={bookmarks}
        subjects={subjects}
        summaries={() => countsBySubject}
        isPausable={payload.test_info.time_kind === 'session_time'}
        isOwing={isOwing}
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
