import { Button } from '@mantine/core';
import { IconCheck, IconClock, IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { BookmarkButton } from '../../../question/BookmarkButton.tsx';
import { BookmarkTypeModal } from '../../../question/BookmarkTypeModal.tsx';
import { Outcome } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord, noAnswer } from '../../../question/question-content.ts';
import { AnsweredSolution } from '../../../question/AnsweredSolution.tsx';
import { useBookmarks } from '../../../question/useBookmarks.ts';
import card from '../../../ui/card.module.css';
import { formatTimeSpent } from '../../../ui/format.ts';
import { type Improvements, useAddToBook } from './improvements.queries.ts';

interface Props {
  paperId: number;
  question: Improvements['question_data'][number];
  passage: Improvements['comprehension_questions'][number] | null;
  response: Improvements['question_responses'][number] | null;
  fact: Improvements['question_facts'][number] | null;
  bookmarkedIds: readonly number[];
}

const nothing = () => undefined;

/** The time spent on the question, beside the median of all who answered it. */
function timeInWords(seconds: number, fact: Props['fact']): string {
  const own = formatTimeSpent(seconds);
  if (!fact || fact.median === null || fact.answered_by < 20) return i18n.t('You took {own}.', { own });
  return i18n.t('You took {own}, half of those who answered it {median} or less.', {
    own,
    median: formatTimeSpent(Math.round(fact.median)),
  });
}

/**
 * A question of the test in review: the student's answer is shown at once, the key only with the solution, so that the student can try
 * again first.
 */
export function ImprovementQuestion({ paperId, question, passage, response, fact, bookmarkedIds }: Props) {
  const [isSolutionShown, setSolutionShown] = useState(false);
  const bookmarks = useBookmarks(bookmarkedIds);
  const adding = useAddToBook();
  const isInBook = fact?.is_in_mistake_book === true || adding.isSuccess;
  const number = question.position + 1;
  return (
    <li className={card.card}>
      <Question
        question={question}
        passage={passage}
        heading={i18n.t('Question {number}', { number })}
        place={`${named(question.chapter_name)} · ${difficultyWord(question)}`}
        answer={response ?? noAnswer}
        isReadOnly
        isRevealed={isSolutionShown}
        onSelect={nothing}
        onEnter={nothing}
        actions={<BookmarkButton bookmarks={bookmarks} question={question} number={number} />}
      >
        {isSolutionShown && (
          <Outcome question={question} result={response?.result ?? 0} isVisited={response?.is_visited ?? false} isKeyUsed={false} />
        )}
        <p className="flex items-center gap-6 mt-12 text-14 text-ink-soft tabular">
          <IconClock size={16} aria-hidden />
          {timeInWords(response?.question_time_spent ?? 0, fact)}
        </p>
        <div className="flex flex-wrap items-center gap-12 mt-12">
          <AnsweredSolution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />
          {isInBook ? (
            <p className="inline-flex items-center gap-8 min-h-36 text-ink-soft">
              <IconCheck size={18} aria-hidden /> {i18n.t('In your Mistake Book')}
            </p>
          ) : (
            <Button
              variant="default"
              leftSection={<IconRepeat size={18} aria-hidden />}
              loading={adding.isPending}
              onClick={() => adding.mutate({ id: paperId, question_id: question.id })}
            >
              {i18n.t('Add to Mistake Book')}
            </Button>
          )}
        </div>
      </Question>
      <BookmarkTypeModal bookmarks={bookmarks} />
    </li>
  );
}
