import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { type getReviseQuestionsForChapters, getTrainQuestions } from '@abhyas/contract/practice/practice';
import type { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import type { QuestionResponse } from '@abhyas/contract/tests/attempts';
import { isKeyUsed } from '@abhyas/exam/tests/display';
import { Skeleton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { BookmarkButton } from '../../../question/BookmarkButton.tsx';
import { BookmarkTypeModal } from '../../../question/BookmarkTypeModal.tsx';
import { Outcome } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord, noAnswer, type PassageContent, type QuestionContent } from '../../../question/question-content.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { useQuestionLanguages } from '../../../question/useQuestionLanguages.ts';
import { ReportButton } from '../../../question/ReportButton.tsx';
import { AnsweredSolution } from '../../../question/AnsweredSolution.tsx';
import { type Bookmarks, useBookmarks } from '../../../question/useBookmarks.ts';
import cards from '../../../ui/card.module.css';
import { formatTimeSpent } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import styles from './TrainPage.module.css';

/** The response of every call of practice. */
type Payload = Answer<typeof getReviseQuestionsForChapters>;

const nothing = () => undefined;

interface PracticeReviewProps {
  /** Id of the topic or chapter. */
  objectId: number;
  kinds: Pick<Input<typeof getAssignmentReport>, 'object_type' | 'session_type'>;
  practice: UseQueryResult<Payload>;
}

/** The review of a topic's latest practice: answers, results, solutions, time. */
export function TopicReview({ id }: { id: number }) {
  const kinds = { object_type: objectTypes.checkpoint, session_type: sessionTypes.adaptive };
  return <PracticeReview objectId={id} kinds={kinds} practice={useCall(getTrainQuestions, { id, ...kinds, is_review: true })} />;
}

/** The review of a practice session. */
export function PracticeReview({ objectId, kinds, practice }: PracticeReviewProps) {
  const report = { to: '/session_report/$id', params: { id: String(objectId) }, search: kinds } as const;
  return (
    <main className={styles.review}>
      <PageTitle inPage back={{ link: report, label: i18n.t('Back to the report') }} windowTitle={i18n.t('Review')}>
        {practice.data ? named(practice.data.test_info.name) : i18n.t('Review')}
      </PageTitle>
      <Loaded query={practice} skeleton={<Skeleton height={320} radius="lg" />}>
        {(payload) => <ReviewedQuestions payload={payload} />}
      </Loaded>
    </main>
  );
}

function ReviewedQuestions({ payload }: { payload: Payload }) {
  const languages = useQuestionLanguages(payload.test_info.session_id, payload.questions, false);
  const bookmarks = useBookmarks(payload.bookmarked_question_ids);
  const responseById = useMemo(() => new Map(payload.question_responses.map((response) => [response.question_id, response])), [payload]);
  const passageById = useMemo(() => new Map(payload.comprehension_questions.map((passage) => [passage.id, passage])), [payload]);
  return (
    <LanguagesContext value={languages}>
      <ol className="grid gap-16 mt-24">
        {payload.questions.map((question, at) => (
          <ReviewedQuestion
            key={question.id}
            question={question}
            passage={passageById.get(question.comprehension_question_id ?? 0) ?? null}
            response={responseById.get(question.id)}
            number={at + 1}
            bookmarks={bookmarks}
          />
        ))}
      </ol>
      <BookmarkTypeModal bookmarks={bookmarks} />
    </LanguagesContext>
  );
}

interface ReviewedQuestionProps {
  question: QuestionContent;
  passage: PassageContent | null;
  response: Value<typeof QuestionResponse> | undefined;
  number: number;
  bookmarks: Bookmarks | null;
}

function ReviewedQuestion({ question, passage, response, number, bookmarks }: ReviewedQuestionProps) {
  const [isSolutionShown, setSolutionShown] = useState(false);
  return (
    <li className={cards.card}>
      <Question
        question={question}
        passage={passage}
        heading={i18n.t('Question {number}', { number })}
        place={difficultyWord(question)}
        answer={response ?? noAnswer}
        isReadOnly
        isRevealed
        onSelect={nothing}
        onEnter={nothing}
        actions={
          <>
            <span className="inline-flex items-center gap-4 text-14 text-ink-soft tabular" title={i18n.t('Time spent on this question')}>
              <IconClock size={16} aria-hidden="true" />
              {formatTimeSpent(response?.question_time_spent ?? 0)}
            </span>
            <ReportButton question_id={question.id} number={number} />
            <BookmarkButton bookmarks={bookmarks} question={question} number={number} />
          </>
        }
      >
        <Outcome
          question={question}
          result={response?.result ?? 0}
          isVisited={response?.is_visited ?? false}
          isKeyUsed={response !== undefined && isKeyUsed(response)}
        />
        <AnsweredSolution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />
      </Question>
    </li>
  );
}
