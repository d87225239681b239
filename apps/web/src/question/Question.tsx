import type { Answer } from '@abhyas/exam/bank/question';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatMarks, partialMarksInWords } from '../ui/format.ts';
import { Keypad } from './Keypad.tsx';
import { Maths } from './Maths.tsx';
import { Options } from './Options.tsx';
import { Passage } from './Passage.tsx';
import { Picture } from './Picture.tsx';
import styles from './Question.module.css';
import { isNumerical, type PassageContent, type QuestionContent, rightOptions, takesSeveral } from './question-content.ts';

interface QuestionProps {
  question: QuestionContent;
  passage: PassageContent | null;
  /** 'Question 12'. */
  heading: string;
  /** Where it stands: section, subject. */
  place?: string | undefined;
  marks?: { correct: number; incorrect: number; partial?: readonly number[] | null } | undefined;
  /** Null where the question is only read, and nothing was answered. */
  answer: Answer | null;
  /** Answers stand as they are. */
  isReadOnly: boolean;
  /** The right answer may be shown. */
  isRevealed: boolean;
  onSelect: (option: number) => void;
  onEnter: (entry: string) => void;
  /** The keypad stays in view, below the question. */
  isKeypadPinned?: boolean;
  /** Nothing is typed: only the keypad's own keys enter anything. */
  isKeyboardOff?: boolean;
  /** Only its first lines show, as one of a list. */
  isFolded?: boolean;
  /** Kept where nobody sees it; it takes the focus once it shows. */
  isUnseen?: boolean;
  /** A step led here, so the question takes the focus even if it was not there before. */
  isSteppedTo?: boolean;
  /** Icons and buttons that belong to the place where the question is shown. */
  actions?: ReactNode;
  /** Said between the question and its options. */
  notice?: ReactNode;
  /** What follows the options: result, solution. */
  children?: ReactNode;
}

/** The same each time, so that the options stay as they are. */
const nothing: readonly number[] = [];

const howToAnswer = (question: QuestionContent): string => {
  if (isNumerical(question)) return 'Numerical answer';
  return takesSeveral(question) ? 'One or more options are correct' : 'One option is correct';
};

/** One question: what is asked, what may be answered, and what its surroundings add. Takes the focus when it changes. */
export function Question(props: QuestionProps) {
  const {
    question,
    passage,
    heading,
    place,
    marks,
    isFolded = false,
    isUnseen = false,
    isSteppedTo = false,
    actions,
    notice,
    children,
  } = props;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownId = useRef(isUnseen || isSteppedTo ? null : question.id);
  const headingId = useId();

  useEffect(() => {
    const isNew = shownId.current !== question.id;
    shownId.current = isUnseen ? null : question.id;
    if (isUnseen || !isNew) return;
    // With the next frame, whose layout it needs; unless the student has gone elsewhere meanwhile.
    const left = document.activeElement;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === left || document.activeElement === document.body) headingRef.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [question.id, isUnseen]);

  return (
    <article className={styles.question} aria-labelledby={headingId}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2 ref={headingRef} id={headingId} tabIndex={-1} className={styles.heading}>
            {heading}
          </h2>
          <p className={styles.place}>
            {place && <span>{place}</span>}
            {marks && (
              <span className={styles.marks}>
                <span className={styles.hidden}>Marks: </span>
                <span className={styles.gain}>{formatMarks(marks.correct)}</span>
                <span className={styles.loss}>{formatMarks(marks.incorrect)}</span>
              </span>
            )}
            {marks?.partial && <span>{partialMarksInWords(marks.partial)}</span>}
          </p>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {passage && !isFolded && <Passage key={passage.id} passage={passage} />}
      <div className={styles.text}>
        <Maths text={question.question_text} className={isFolded ? (styles.folded ?? '') : ''} />
        {question.supporting_picture && !isFolded && (
          <Picture key={question.id} picture={question.supporting_picture} size={question.supporting_picture_size} place="question" />
        )}
      </div>
      {notice}
      {!isFolded && <p className={styles.how}>{howToAnswer(question)}</p>}
      <AnswerPart key={question.id} {...props} labelledBy={headingId} />
      {children}
    </article>
  );
}

/** The keypad or the options. */
function AnswerPart(props: QuestionProps & { labelledBy: string }) {
  const { question, answer, isReadOnly, isRevealed, onSelect, onEnter, isFolded = false, labelledBy } = props;
  if (isNumerical(question))
    return (
      answer && (
        <Keypad
          entry={answer.rich_response ?? ''}
          onEnter={onEnter}
          isReadOnly={isReadOnly}
          labelledBy={labelledBy}
          isPinned={props.isKeypadPinned === true}
          isKeyboardOff={props.isKeyboardOff === true}
          isUnseen={props.isUnseen === true}
        />
      )
    );
  if (isFolded) return null;
  return (
    <Options
      question={question}
      selected={answer?.responses ?? nothing}
      onSelect={onSelect}
      isReadOnly={isReadOnly}
      right={isRevealed ? rightOptions(question, answer?.responses ?? nothing) : null}
      labelledBy={labelledBy}
    />
  );
}
