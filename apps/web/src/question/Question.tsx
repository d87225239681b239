import type { Answer } from '@abhyas/exam/bank/question';
import { syllabusNote } from '@abhyas/exam/bank/syllabus';
import { type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { i18n } from '../platform/language.ts';
import { formatMarks, partialMarksInWords } from '../ui/format.ts';
import { Keypad } from './Keypad.tsx';
import { LanguagesContext, passageIn, useInLanguage } from './languages.ts';
import { Maths } from './Maths.tsx';
import { ViewIn } from './ViewIn.tsx';
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
  /** The section or subject of the question. */
  place?: string | undefined;
  marks?: { correct: number; incorrect: number; partial?: readonly number[] | null } | undefined;
  /** The student's answer; null if the question is only read and was not answered. */
  answer: Answer | null;
  /** Whether the answer cannot be changed. */
  isReadOnly: boolean;
  /** Whether the right answer may be shown. */
  isRevealed: boolean;
  onSelect: (option: number) => void;
  onEnter: (entry: string) => void;
  /** Whether the keypad stays in view below the question. */
  isKeypadPinned?: boolean;
  /** Whether the keyboard is off, so that only the keypad's own keys enter digits. */
  isKeyboardOff?: boolean;
  /** Whether only the first lines of the question are shown, as in a list. */
  isFolded?: boolean;
  /** Whether it is rendered hidden, before it is needed. It takes the focus once it is shown. */
  isUnseen?: boolean;
  /** Whether the student moved to this question by a step, so that it takes the focus even at its first render. */
  isSteppedTo?: boolean;
  /** Icons and buttons of the surrounding screen. */
  actions?: ReactNode;
  /** A message between the question and its options. */
  notice?: ReactNode;
  /** The content after the options: result, solution. */
  children?: ReactNode;
}

/** One constant array, so that the options do not render again. */
const nothing: readonly number[] = [];

const howToAnswer = (question: QuestionContent): string => {
  if (isNumerical(question)) return i18n.t('Numerical answer');
  return takesSeveral(question) ? i18n.t('One or more options are correct') : i18n.t('One option is correct');
};

/** One question: its text, its answer fields, and the surrounding screen's additions. Takes the focus when the question changes. */
export function Question(props: QuestionProps) {
  const { question, lang } = useInLanguage(props.question);
  const languages = useContext(LanguagesContext);
  const passage = props.passage && passageIn(props.passage, lang, languages?.texts);
  const { heading, place, marks, isFolded = false, isUnseen = false, isSteppedTo = false, actions, notice, children } = props;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownId = useRef(isUnseen || isSteppedTo ? null : question.id);
  const headingId = useId();
  // A question that a device stored with an older version has no such field.
  const note = syllabusNote(question.not_asked_in ?? []);

  useEffect(() => {
    const isNew = shownId.current !== question.id;
    shownId.current = isUnseen ? null : question.id;
    if (isUnseen || !isNew) return;
    // The focus is set in the next frame, because it needs the layout, unless the student has moved it meanwhile.
    const left = document.activeElement;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === left || document.activeElement === document.body) headingRef.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [question.id, isUnseen]);

  return (
    <article
      className={`grid gap-16 w-full min-w-0 max-w-680 text-17 leading-reading text-ink ${styles.question}`}
      aria-labelledby={headingId}
    >
      <header className="flex items-center justify-between gap-12 min-h-48">
        <div className="grid gap-2 min-w-0">
          <h2 ref={headingRef} id={headingId} tabIndex={-1} className="leading-snug focus:outline-none">
            {heading}
          </h2>
          <p className="flex flex-wrap gap-x-12 gap-y-0 text-14 leading-heading text-ink-soft">
            {place && <span>{place}</span>}
            {note && <span>{note}</span>}
            {marks && (
              <span className="inline-flex gap-8 font-semibold tabular">
                <span className="unseen">{i18n.t('Marks:')} </span>
                <span className="text-correct">{formatMarks(marks.correct)}</span>
                <span className="text-incorrect">{formatMarks(marks.incorrect)}</span>
              </span>
            )}
            {marks?.partial && <span>{partialMarksInWords(marks.partial)}</span>}
          </p>
        </div>
        {actions && <div className="flex items-center justify-end gap-8 max-36:gap-0">{actions}</div>}
      </header>
      {languages && question.also_in && !isFolded && <ViewIn id={question.id} languages={languages} />}
      {passage && !isFolded && <Passage key={`passage ${passage.id}`} passage={passage} lang={lang} />}
      <div className="grid gap-16" lang={lang}>
        <Maths text={question.question_text} className={isFolded ? 'line-clamp-3' : ''} />
        {question.supporting_picture && !isFolded && (
          <Picture key={question.id} picture={question.supporting_picture} size={question.supporting_picture_size} place="question" />
        )}
      </div>
      {notice}
      {!isFolded && <p className="text-14 leading-heading text-ink-soft">{howToAnswer(question)}</p>}
      <AnswerPart key={`answer ${question.id}`} {...props} question={question} lang={lang} labelledBy={headingId} />
      {/* In a fragment of their own, because React draws siblings with equal keys twice and never removes them. */}
      <>{children}</>
    </article>
  );
}

/** The answer fields: the keypad or the options. */
function AnswerPart(props: QuestionProps & { lang: 'hi' | undefined; labelledBy: string }) {
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
      lang={props.lang}
      selected={answer?.responses ?? nothing}
      onSelect={onSelect}
      isReadOnly={isReadOnly}
      right={isRevealed ? rightOptions(question, answer?.responses ?? nothing) : null}
      labelledBy={labelledBy}
    />
  );
}
