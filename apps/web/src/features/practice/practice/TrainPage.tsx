import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { useParams, useSearch } from '@tanstack/react-router';
import { call } from '../../../platform/call.ts';
import { i18n } from '../../../platform/language.ts';
import { useOpeningStudent } from '../../../session/screen/useOpeningStudent.ts';
import { Practice } from './Practice.tsx';
import { TopicReview } from './PracticeReview.tsx';

/** Practice of one topic; with `review=true` the review of its latest session. */
export default function TrainPage() {
  const { id } = useParams({ from: '/train/$id' });
  const { review } = useSearch({ from: '/train/$id' });
  const student = useOpeningStudent(!review);
  if (!student) return null;
  if (review) return <TopicReview key={id} id={Number(id)} />;
  const object = { id: Number(id), object_type: objectTypes.checkpoint, session_type: sessionTypes.adaptive };
  return (
    <Practice
      key={id}
      student={student}
      object={object}
      isRevise={false}
      fetchPayload={() => call(getTrainQuestions, object)}
      title={i18n.t('Practice')}
      back={{ link: { to: '/home' }, label: i18n.t('Back to the chapters') }}
      whenEmpty={i18n.t('There are no questions for this topic yet.')}
    />
  );
}
