import type { Draft, LocalResponse } from '@abhyas/exam/tests/session';
import { Trans } from '@lingui/react';
import { IconFlagFilled, IconInfoCircle, IconLayoutGrid, IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { i18n } from '../../../../platform/language.ts';
import { placeOf } from '../../../../platform/scratchpads.ts';
import { BookmarkButton } from '../../../../question/BookmarkButton.tsx';
import { Question } from '../../../../question/Question.tsx';
import { noAnswer } from '../../../../question/question-content.ts';
import { ReportButton } from '../../../../question/ReportButton.tsx';
import type { Bookmarks } from '../../../../question/useBookmarks.ts';
import { Notice } from '../../../../session/screen/Notice.tsx';
import { OpenScratchpad, ScratchpadToggle } from '../../../../session/screen/ScratchpadToggle.tsx';
import buttons from '../../../../ui/buttons.module.css';
import type { PaperPlace } from '../paper-places.ts';
import type { SlotView } from '../QuestionSlots.tsx';
import styles from './RunningTest.module.css';
import type { LimitNotice } from './section-limits.ts';

interface TestQuestionProps extends SlotView {
  place: PaperPlace;
  response: LocalResponse | undefined;
  /** The selection that is not saved yet. */
  draft: Draft | null;
  isExamExact: boolean;
  limit: LimitNotice | null;
  /** Whether the test accepts no answers. */
  isClosed: boolean;
  canUnmark: boolean;
  bookmarks: Bookmarks | null;
  /** The owner of the scratchpad and its place; null in a test without one. */
  scratchpad: { student_id: number; session_id: number } | null;
  /** False for a visitor, who cannot report errors. */
  canReport: boolean;
  onSelect: (option: number) => void;
  onEnter: (entry: string) => void;
  onUnmark: () => void;
  /** Opens the palette; null if it is beside the question. */
  onPalette: (() => void) | null;
}

/** A question of a running test, visible or laid out hidden. */
export const TestQuestion = memo(function TestQuestion(props: TestQuestionProps) {
  const {
    place,
    response,
    draft,
    isExamExact,
    isUnseen,
    isSteppedTo,
    limit,
    isClosed,
    canUnmark,
    bookmarks,
    scratchpad,
    canReport,
    onSelect,
    onEnter,
    onUnmark,
    onPalette,
  } = props;
  return (
    <Question
      question={place.question}
      passage={place.passage}
      heading={i18n.t('Question {number}', { number: place.number })}
      place={place.sectionTitle ?? undefined}
      marks={place.section ?? undefined}
      answer={draft ?? response ?? noAnswer}
      isReadOnly={isClosed || limit?.isBlocked === true}
      isRevealed={false}
      isKeypadPinned
      isKeyboardOff={isExamExact}
      isUnseen={isUnseen}
      isSteppedTo={isSteppedTo}
      onSelect={onSelect}
      onEnter={onEnter}
      notice={
        <>
          {limit && <Notice tone={limit.tone} text={limit.text} icon={limit.isBlocked ? IconLock : IconInfoCircle} role="status" />}
          {isExamExact && (
            <p className={`text-14 text-ink-soft ${styles.draft}`} data-unsaved={draft !== null || undefined} role="status">
              {draft ? i18n.t('Not saved. It counts after Save & Next.') : i18n.t('An answer counts after Save & Next.')}
            </p>
          )}
        </>
      }
      actions={
        <>
          {response?.is_marked && (
            <button
              type="button"
              className={`inline-flex items-center gap-6 text-14 font-semibold ${styles.marked}`}
              onClick={onUnmark}
              disabled={!canUnmark}
              title={i18n.t('Remove the mark')}
            >
              <IconFlagFilled size={16} aria-hidden="true" />
              <span>
                <Trans id="Marked<0> for review</0>" components={{ 0: <span className={styles.whatFor} /> }} />
              </span>
            </button>
          )}
          {scratchpad && <ScratchpadToggle />}
          {canReport && <ReportButton question_id={place.question.id} number={place.number} isQuiet />}
          <BookmarkButton bookmarks={bookmarks} question={place.question} number={place.number} />
          {onPalette && (
            <button
              type="button"
              className={`${buttons.icon} ${styles.paletteButton}`}
              aria-label={i18n.t('Question palette')}
              onClick={onPalette}
            >
              <IconLayoutGrid size={22} aria-hidden="true" />
              <span className="block text-10 leading-none font-semibold" aria-hidden="true">
                {i18n.t('Palette')}
              </span>
            </button>
          )}
        </>
      }
    >
      {scratchpad && !isUnseen && (
        <OpenScratchpad student_id={scratchpad.student_id} place={placeOf(scratchpad.session_id, place.question.id)} />
      )}
    </Question>
  );
});
