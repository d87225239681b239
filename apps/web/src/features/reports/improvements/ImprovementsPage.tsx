import { type ImprovementType, improvementTypes } from '@abhyas/exam/reports/report';
import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem } from '@abhyas/contract/problem';
import { i18n } from '../../../platform/language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { preloadMaths } from '../../../question/maths.ts';
import type { QuestionContent } from '../../../question/question-content.ts';
import { useQuestionLanguages } from '../../../question/useQuestionLanguages.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ImprovementQuestion } from './ImprovementQuestion.tsx';
import { ImprovementTypes, typeLabels } from './ImprovementTypes.tsx';
import { useImprovements } from './improvements.queries.ts';

/** /improvements/{id}/{type}: the questions of a test to work on, of one type. */
export default function ImprovementsPage() {
  const { id, type } = useParams({ from: '/improvements/$id/$type' });
  useEffect(() => void preloadMaths(), []);
  const known = improvementTypes.find((each) => each === type);
  const back = { link: { to: '/test_report/$id', params: { id } } as const, label: i18n.t('Back to the report') };
  if (!known) {
    return (
      <>
        <PageTitle back={back}>{i18n.t('Improvements')}</PageTitle>
        <EmptyState title={i18n.t('Please try accessing correct page!')} action={<ButtonLink {...back.link}>{back.label}</ButtonLink>} />
      </>
    );
  }
  return <Improvements key={known} id={id} type={known} back={back} />;
}

interface Props {
  id: string;
  type: ImprovementType;
  back: { link: { to: '/test_report/$id'; params: { id: string } }; label: string };
}

const none: readonly QuestionContent[] = [];

const nothing: Record<ImprovementType, string> = {
  incorrect: /*i18n*/ 'No wrong answers',
  unattempted: /*i18n*/ 'Nothing was left out',
  rushed: /*i18n*/ 'No rushed answers',
  late_skip: /*i18n*/ 'No late skips',
  marked: /*i18n*/ 'Nothing was marked',
};

function Improvements({ id, type, back }: Props) {
  const list = useImprovements(Number(id), type);
  const languages = useQuestionLanguages(list.data?.test_info.session_id, list.data?.question_data ?? none, true);
  const toReport = <ButtonLink {...back.link}>{back.label}</ButtonLink>;
  return (
    <>
      <PageTitle back={back} windowTitle={i18n.t('Improvements: {label}', { label: i18n.t(typeLabels[type].label) })}>
        {i18n.t(typeLabels[type].label)}
      </PageTitle>
      <Loaded
        query={list}
        skeleton={<Skeleton height={360} radius="lg" />}
        failure={(error) =>
          error instanceof Problem && error.code === 'review_not_allowed' ? <EmptyState title={error.message} action={toReport} /> : null
        }
      >
        {({ improvements, question_data, question_responses, comprehension_questions, question_facts, bookmarked_question_ids }) => {
          const counts = new Map(improvements.map((each) => [each.type, each.question_ids.length]));
          const next = improvements.find((each) => each.type !== type && each.question_ids.length > 0);
          const passages = new Map(comprehension_questions.map((passage) => [passage.id, passage]));
          const responses = new Map(question_responses.map((response) => [response.question_id, response]));
          const facts = new Map(question_facts.map((fact) => [fact.question_id, fact]));
          return (
            <div className="grid grid-cols-[208px_minmax(0,1fr)] items-start gap-24 max-62:grid-cols-1 max-62:gap-16">
              <ImprovementTypes id={id} current={type} counts={counts} back={back} />
              <div>
                {question_data.length === 0 ? (
                  <EmptyState
                    title={i18n.t(nothing[type])}
                    action={
                      next ? (
                        <ButtonLink to="/improvements/$id/$type" params={{ id, type: next.type }}>
                          {i18n.t(typeLabels[next.type].label)}
                        </ButtonLink>
                      ) : (
                        toReport
                      )
                    }
                  />
                ) : (
                  <LanguagesContext value={languages}>
                    <ul className="grid gap-16">
                      {question_data.map((question) => (
                        <ImprovementQuestion
                          key={question.id}
                          paperId={Number(id)}
                          question={question}
                          passage={passages.get(question.comprehension_question_id ?? 0) ?? null}
                          response={responses.get(question.id) ?? null}
                          fact={facts.get(question.id) ?? null}
                          bookmarkedIds={bookmarked_question_ids}
                        />
                      ))}
                    </ul>
                  </LanguagesContext>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
