import type { Answer as CallAnswer } from '@abhyas/contract/endpoint';
import { type getTrainQuestions, restartTrainSessionItem } from '@abhyas/contract/sessions';
import { isKeyUsed } from '@abhyas/exam/display';
import { isAnswered } from '@abhyas/exam/question';
import { isLocked } from '@abhyas/exam/session';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconClock, IconLayoutGrid } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { wordsOf } from '../../platform/failure.ts';
import { typesetAhead } from '../../question/maths.ts';
import { BookmarkButton } from '../../question/BookmarkButton.tsx';
import { BookmarkTypeModal } from '../../question/BookmarkTypeModal.tsx';
import { Outcome } from '../../question/Outcome.tsx';
import { preloadPictures } from '../../question/Picture.tsx';
import { Question } from '../../question/Question.tsx';
import { difficultyWord, noAnswer, questionTexts } from '../../question/question-content.ts';
import { Solution } from '../../question/Solution.tsx';
import { useBookmarks } from '../../question/useBookmarks.ts';
import { ConfirmModal } from '../../session/ConfirmModal.tsx';
import { TakenOver } from '../../session/Notice.tsx';
import { SaveStateLabel, saveWords } from '../../session/SaveStateLabel.tsx';
import { SessionFrame, useIsWide } from '../../session/SessionFrame.tsx';
import { SignInAgain } from '../../session/SignInAgain.tsx';
import type { SessionEngine } from '../../session/session-engine.ts';
import { UploadFailedModal } from '../../session/UploadFailedModal.tsx';
import { useSessionView } from '../../session/useSession.ts';
import { formatTimeSpent, plural } from '../../ui/format.ts';
import { type BackTarget, PageTitle } from '../../ui/PageTitle.tsx';
import { toast } from '../../ui/toasts.ts';
import { isBegun, practiceLook, practiceResult } from './practice-looks.ts';
import { QuestionList } from './QuestionList.tsx';
import buttons from '../../ui/buttons.module.css';
import styles from './TrainPage.module.css';

export type PracticePayload = CallAnswer<typeof getTrainQuestions>;

interface PracticeSessionProps {
  engine: SessionEngine;
  payload: PracticePayload;
  back: BackTarget;
  /** Opens it anew: thrown away here, or taken back from another page. */
  onReopen: () => void;
}

/** Practice: each answer is verified on its own, with its solution. */
export function PracticeSession({ engine, payload, back, onReopen }: PracticeSessionProps) {
  const view = useSessionView(engine);
  const { state } = view;
  const { currentIndex, responses } = state;
  const { questions, test_info } = payload;
  const [shownSolution, setShownSolution] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'restart' | 'finish' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isWide = useIsWide();
  const navigate = useNavigate();
  const scroll = useRef<HTMLElement>(null);
  const result = useRef<HTMLDivElement>(null);

  const bookmarks = useBookmarks(payload.bookmarked_question_ids);

  const question = questions[currentIndex];
  const response = question && responses[question.id];
  const passages = useMemo(() => new Map(payload.comprehension_questions.map((passage) => [passage.id, passage])), [payload]);
  const passage = question?.comprehension_question_id ? (passages.get(question.comprehension_question_id) ?? null) : null;
  const isOver = response !== undefined && isLocked(state, response);
  const canVerify = response !== undefined && !isOver && !view.isTakenOver && isAnswered(response.question_type, response);
  const looks = useMemo(() => questions.map((each) => practiceLook(each, responses[each.id])), [questions, responses]);

  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
    const next = questions[currentIndex + 1];
    preloadPictures([next?.supporting_picture ?? null]);
    const here = questions[currentIndex];
    return typesetAhead([here?.solution_text ?? null, ...(next ? questionTexts(next) : [])]);
  }, [questions, currentIndex]);

  // What a press brought about comes into view: the outcome, or the solution below it.
  const shown = isOver ? `${question?.id} ${shownSolution}` : '';
  const shownBefore = useRef({ index: currentIndex, shown });
  useEffect(() => {
    const isNews = shown !== '' && shownBefore.current.index === currentIndex && shownBefore.current.shown !== shown;
    shownBefore.current = { index: currentIndex, shown };
    if (isNews) result.current?.scrollIntoView({ block: 'nearest' });
  }, [currentIndex, shown]);

  const goTo = useCallback(
    (index: number) => {
      setSheetOpen(false);
      engine.goTo(index);
    },
    [engine],
  );
  const noteOf = useCallback((index: number) => saveWords[engine.saveStateOf(questions[index]?.id ?? 0)], [engine, questions]);

  const toggleSolution = () => {
    if (!question) return;
    if (shownSolution === question.id) {
      setShownSolution(null);
      return;
    }
    engine.requestSolution();
    setShownSolution(question.id);
  };

  const restart = async () => {
    setBusy(true);
    // The server restarts only what it knows to be begun.
    await engine.tryNow();
    try {
      await call(restartTrainSessionItem, { id: test_info.id });
      await engine.discard();
      onReopen();
    } catch (failure) {
      toast.error(wordsOf(failure));
      setBusy(false);
      setDialog(null);
    }
  };
  const openDialog = (next: 'restart' | 'finish') => () => {
    setSheetOpen(false);
    setDialog(next);
  };
  const lockedCount = Object.values(responses).filter((each) => isLocked(state, each)).length;

  return (
    <>
      <SessionFrame
        header={
          <>
            <div className={styles.name}>
              <PageTitle back={back}>{test_info.name}</PageTitle>
            </div>
            <SaveStateLabel state={view.saveState} />
            <Button variant="outline" size="sm" className={styles.finish} disabled={view.isTakenOver} onClick={openDialog('finish')}>
              Finish
            </Button>
          </>
        }
        scrollRef={scroll}
        sideTitle="Questions"
        isSheetOpen={isSheetOpen}
        onSheetClose={() => setSheetOpen(false)}
        side={
          <QuestionList
            questions={questions}
            looks={looks}
            currentIndex={currentIndex}
            onGo={goTo}
            noteOf={noteOf}
            onRestart={looks.some(isBegun) && !view.isTakenOver ? openDialog('restart') : null}
            onFinish={openDialog('finish')}
          />
        }
        bottom={
          <div className={styles.bottom}>
            <Button
              variant="default"
              disabled={currentIndex === 0}
              leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
              onClick={() => goTo(currentIndex - 1)}
            >
              Prev
            </Button>
            {canVerify && (
              <Button className={styles.verify} onClick={engine.verify}>
                Verify
              </Button>
            )}
            <Button
              variant={isOver ? 'filled' : 'default'}
              disabled={currentIndex >= questions.length - 1}
              rightSection={<IconArrowRight size={20} aria-hidden="true" />}
              onClick={() => goTo(currentIndex + 1)}
            >
              Next
            </Button>
          </div>
        }
      >
        {view.isTakenOver && <TakenOver noun="practice" onTakeBack={onReopen} />}
        {question && (
          <Question
            question={question}
            passage={passage}
            heading={`Question ${currentIndex + 1} of ${questions.length}`}
            place={difficultyWord(question)}
            answer={response ?? noAnswer}
            isReadOnly={isOver || view.isTakenOver}
            isRevealed={isOver}
            onSelect={engine.select}
            onEnter={engine.enter}
            actions={
              <>
                {isOver && (
                  <span className={styles.time} title="Time spent on this question">
                    <IconClock size={16} aria-hidden="true" />
                    {formatTimeSpent(engine.timeOnQuestion())}
                  </span>
                )}
                <BookmarkButton bookmarks={bookmarks} question={question} number={currentIndex + 1} />
                {!isWide && (
                  <button
                    type="button"
                    className={`${buttons.icon} ${styles.listButton}`}
                    aria-label="Questions"
                    onClick={() => setSheetOpen(true)}
                  >
                    <IconLayoutGrid size={22} aria-hidden="true" />
                  </button>
                )}
              </>
            }
          >
            <div ref={result} className={styles.result}>
              {response && isOver && (
                <Outcome question={question} result={practiceResult(question, response) ?? 0} isVisited isKeyUsed={isKeyUsed(response)} />
              )}
              <div className={styles.solution}>
                <Solution question={question} isShown={shownSolution === question.id} onToggle={toggleSolution} />
                {!isOver && question.solution_text && (
                  <p className={styles.hint}>Seen before Verify, the question counts as neither right nor wrong.</p>
                )}
              </div>
            </div>
          </Question>
        )}
      </SessionFrame>
      {!view.isSignInNeeded && <BookmarkTypeModal bookmarks={bookmarks} />}
      {view.isSignInNeeded && <SignInAgain onSignedIn={() => void engine.tryNow()} onOther={() => void navigate({ to: '/' })} />}
      {view.phase === 'finish_failed' && <UploadFailedModal state={state} onTry={engine.tryNow} onGoOn={engine.goOn} />}
      {dialog === 'finish' && view.phase !== 'finish_failed' && (
        <ConfirmModal
          title="Finish this practice"
          text={`You have worked on ${lockedCount} of ${plural(questions.length, 'question')}. Your report comes next.`}
          confirmWords="Finish"
          isBusy={view.phase === 'finishing'}
          onConfirm={() => void engine.finish().then((isDone) => !isDone && setDialog(null))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'restart' && (
        <ConfirmModal
          title="Restart this practice"
          text="The progress of this session is lost, and you begin again with new questions."
          confirmWords="Restart"
          isBusy={isBusy}
          onConfirm={() => void restart()}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
