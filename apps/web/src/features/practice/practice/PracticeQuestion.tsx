import { isKeyUsed } from '@abhyas/exam/tests/display';
import type { LocalResponse } from '@abhyas/exam/tests/session';
import { IconClock, IconLayoutGrid } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { placeOf } from '../../../platform/scratchpads.ts';
import { BookmarkButton } from '../../../question/BookmarkButton.tsx';
import { Outcome } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord, noAnswer, type PassageContent, type QuestionContent } from '../../../question/question-content.ts';
import { ReportButton } from '../../../question/ReportButton.tsx';
import { AnsweredSolution } from '../../../question/AnsweredSolution.tsx';
import type { Bookmarks } from '../../../question/useBookmarks.ts';
import type { SessionEngine } from '../../../session/engine/session-engine.ts';
import { OpenScratchpad, ScratchpadToggle } from '../../../session/screen/ScratchpadToggle.tsx';
import buttons from '../../../ui/buttons.module.css';
import { formatTimeSpent } from '../../../ui/format.ts';
import { PracticeHint } from './PracticeHint.tsx';
import { practiceResult } from './practice-status.ts';
import styles from './TrainPage.module.css';

interface PracticeQuestionProps {
  engine: SessionEngine;
  /** The session on the server; absent before the server knows it. */
  sessionId: number | null | undefined;
  question: QuestionContent;
  passage: PassageContent | null;
  response: LocalResponse | undefined;
  number: number;
  count: number;
  /** Whether the result is shown and the answer cannot be changed. */
  isOver: boolean;
  isTakenOver: boolean;
  student_id: number;
  bookmarks: Bookmarks | null;
  /** Opens the list of questions; null if the list is beside the question. */
  onList: (() => void) | null;
}

/** A question of a practice session with its outcome and solution. */
export function PracticeQuestion(props: PracticeQuestionProps) {
  const { engine, sessionId, question, passage, response, number, count, isOver, isTakenOver, student_id, bookmarks, onList } = props;
  const [shownSolution, setShownSolution] = useState<number | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const outcome = response && isOver ? practiceResult(question, response) : null;

  // The solution opens by itself after a wrong answer.
  const verifiedBefore = useRef({ id: question.id, isVerified: response?.verified === true });
  useEffect(() => {
    const isVerified = response?.verified === true;
    const { current } = verifiedBefore;
    verifiedBefore.current = { id: question.id, isVerified };
    if (current.id === question.id && !current.isVerified && isVerified && outcome === -1) setShownSolution(question.id);
  }, [question.id, response?.verified, outcome]);

  // The result of a press scrolls into view: the outcome, or the solution below it.
  const shown = isOver ? `${question.id} ${shownSolution}` : '';
  const shownBefore = useRef({ number, shown });
  useEffect(() => {
    const isNews = shown !== '' && shownBefore.current.number === number && shownBefore.current.shown !== shown;
    shownBefore.current = { number, shown };
    if (!isNews) return;
    result.current?.scrollIntoView({ block: 'nearest' });
    // Pressing Verify removes the button, and its focus is lost.
    if (document.activeElement === document.body) result.current?.focus({ preventScroll: true });
  }, [number, shown]);

  const toggleSolution = () => {
    if (shownSolution === question.id) {
      setShownSolution(null);
      return;
    }
    engine.requestSolution();
    setShownSolution(question.id);
  };

  return (
    <Question
      question={question}
      passage={passage}
      heading={i18n.t('Question {number} of {count}', { number, count })}
      place={difficultyWord(question)}
      answer={response ?? noAnswer}
      isReadOnly={isOver || isTakenOver}
      isRevealed={isOver}
      onSelect={engine.select}
      onEnter={engine.enter}
      actions={
        <>
          {isOver && (
            <span className="inline-flex items-center gap-4 text-14 text-ink-soft tabular" title={i18n.t('Time spent on this question')}>
              <IconClock size={16} aria-hidden="true" />
              {formatTimeSpent(engine.timeOnQuestion())}
            </span>
          )}
          {sessionId && <ScratchpadToggle />}
          <ReportButton question_id={question.id} number={number} />
          <BookmarkButton bookmarks={bookmarks} question={question} number={number} />
          {onList && (
            <button type="button" className={`${buttons.icon} -mr-8`} aria-label={i18n.t('Questions')} onClick={onList}>
              <IconLayoutGrid size={22} aria-hidden="true" />
            </button>
          )}
        </>
      }
    >
      {sessionId && <OpenScratchpad student_id={student_id} place={placeOf(sessionId, question.id)} />}
      <div ref={result} tabIndex={-1} className={styles.result}>
        {response && isOver && <Outcome question={question} result={outcome ?? 0} isVisited isKeyUsed={isKeyUsed(response)} />}
        {!isOver && !isTakenOver && question.has_hint && sessionId && (
          <PracticeHint key={question.id} session_id={sessionId} question_id={question.id} />
        )}
        <div className="grid gap-8">
          <AnsweredSolution
            key={question.id}
            question={question}
            isShown={shownSolution === question.id}
            onToggle={toggleSolution}
            isStepwise
          />
          {!isOver && question.solution_text && (
            <p className="text-14 leading-text text-ink-soft">
              {i18n.t('If you see the solution before Verify, the question counts as neither right nor wrong.')}
            </p>
          )}
        </div>
      </div>
    </Question>
  );
}
