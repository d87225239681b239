import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { getQuestionsForPersonalisedTest, getTrainQuestions } from '@abhyas/contract/practice/practice';
import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { call } from '../../../platform/call.ts';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { useOpeningStudent } from '../../../session/screen/useOpeningStudent.ts';
import type { BackTarget } from '../../../ui/PageTitle.tsx';
import { Practice } from './Practice.tsx';
import { PracticeReview } from './PracticeReview.tsx';

/** /chapter_previous_paper/{id} and /personalised_assignment/{id}; with `review=true` the review of the latest session. */
export default function ChapterPracticePage() {
  const { id = '' } = useParams({ strict: false });
  const { review } = useSearch({ strict: false });
  const { pathname } = useLocation();
  const student = useOpeningStudent(!review);
  if (!student) return null;
  const isPersonalised = pathname.startsWith('/personalised_assignment/');
  const chapter_id = Number(id);
  if (review) return isPersonalised ? <PersonalisedReview id={chapter_id} /> : <PreviousPaperReview id={chapter_id} />;
  const back: BackTarget = { link: { to: '/chapter/$id', params: { id } }, label: i18n.t('Back to the chapter') };
  if (isPersonalised) {
    return (
      <Practice
        key={id}
        student={student}
        object={{ id: chapter_id, object_type: objectTypes.personalised_test, session_type: sessionTypes.adaptive }}
        isRevise={false}
        fetchPayload={() => call(getQuestionsForPersonalisedTest, { id: chapter_id })}
        title={i18n.t('Personalised Assignment')}
        back={back}
        whenEmpty={i18n.t('These questions are in a test that you have begun. They return when the test is over.')}
      />
    );
  }
  const object = { id: chapter_id, object_type: objectTypes.chapter, session_type: sessionTypes.previous_paper };
  return (
    <Practice
      key={id}
      student={student}
      object={object}
      isRevise={false}
      fetchPayload={() => call(getTrainQuestions, object)}
      title={i18n.t('Previous Paper')}
      back={back}
      whenEmpty={i18n.t('These questions are in a test that you have begun. They return when the test is over.')}
    />
  );
}

function PersonalisedReview({ id }: { id: number }) {
  const kinds = { object_type: objectTypes.personalised_test, session_type: sessionTypes.adaptive };
  return <PracticeReview objectId={id} kinds={kinds} practice={useCall(getQuestionsForPersonalisedTest, { id, is_review: true })} />;
}

function PreviousPaperReview({ id }: { id: number }) {
  const kinds = { object_type: objectTypes.chapter, session_type: sessionTypes.previous_paper };
  return <PracticeReview objectId={id} kinds={kinds} practice={useCall(getTrainQuestions, { id, ...kinds, is_review: true })} />;
}
