import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { BookmarkButton } from '../../../question/BookmarkButton.tsx';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord, isWithheld, type PassageContent, type QuestionContent } from '../../../question/question-content.ts';
import { ReportButton } from '../../../question/ReportButton.tsx';
import { AnsweredSolution } from '../../../question/AnsweredSolution.tsx';
import { Withheld } from '../../../question/Withheld.tsx';
import type { Bookmarks } from '../../../question/useBookmarks.ts';
import buttons from '../../../ui/buttons.module.css';
import cards from '../../../ui/card.module.css';
import classes from './BookmarksPage.module.css';

const nothing = () => undefined;

interface Props {
  question: QuestionContent;
  passage: PassageContent | null;
  number: number;
  bookmarks: Bookmarks | null;
}

/** A question of the list: its first lines, then the whole question, then its solution unless it is withheld. */
export const BookmarkedQuestion = memo(function BookmarkedQuestion({ question, passage, number, bookmarks }: Props) {
  const [isExpanded, setExpanded] = useState(false);
  const [isSolutionShown, setSolutionShown] = useState(false);

  const toggle = () => {
    setExpanded(!isExpanded);
    setSolutionShown(false);
  };
  const toggleSolution = () => {
    setExpanded(true);
    setSolutionShown(!isSolutionShown);
  };

  return (
    <li className={`${cards.card} ${classes.card}`}>
      <Question
        question={question}
        passage={passage}
        heading={i18n.t('Question {number}', { number })}
        place={`${named(question.chapter_name)} · ${difficultyWord(question)}`}
        answer={null}
        isReadOnly
        isRevealed={isSolutionShown}
        isFolded={!isExpanded}
        onSelect={nothing}
        onEnter={nothing}
        actions={
          <>
            {isExpanded && <ReportButton question_id={question.id} number={number} />}
            <BookmarkButton bookmarks={bookmarks} question={question} number={number} />
          </>
        }
      >
        {isSolutionShown && <NumericalKey question={question} />}
        <div className={`flex flex-wrap ${classes.toggles}`}>
          <button type="button" className={`${buttons.fold} text-ink`} aria-expanded={isExpanded} onClick={toggle}>
            {isExpanded ? i18n.t('Show less') : i18n.t('Show whole question')}
            <IconChevronDown size={20} aria-hidden="true" />
          </button>
          <AnsweredSolution question={question} isShown={isSolutionShown} onToggle={toggleSolution} />
        </div>
        {isWithheld(question) && <Withheld what={i18n.t('The solution')} />}
      </Question>
    </li>
  );
});
