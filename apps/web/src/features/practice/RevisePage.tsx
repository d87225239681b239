import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { getReviseQuestionsForChapters } from '@abhyas/contract/practice';
import { useParams, useSearch } from '@tanstack/react-router';
import { call } from '../../platform/call.ts';
import { useOpeningStudent } from '../../session/screen/useOpeningStudent.ts';
import { Practice } from './Practice.tsx';

/**
 * /chapter_revise/{id}: what was missed in a chapter, due first; /mistakes/redo: what is due today in the whole mistake book. With `wrong_of` what
 * was wrong in that session.
 */
export default function RevisePage() {
  const { id } = useParams({ strict: false });
  const { wrong_of } = useSearch({ strict: false });
  const student = useOpeningStudent(true);
  if (!student) return null;
  const isBook = id === undefined;
  const object = {
    id: isBook ? student.id : Number(id),
    object_type: isBook ? objectTypes.skill : objectTypes.chapter,
    session_type: sessionTypes.revise,
  };
  return (
    <Practice
      key={`${object.id} ${wrong_of}`}
      student={student}
      object={object}
      isRevise
      fetchPayload={() => call(getReviseQuestionsForChapters, { ...object, ...(wrong_of === undefined ? {} : { wrong_of }) })}
      title={isBook ? 'Mistake Book' : 'Revise Misses'}
      back={{ link: { to: '/mistakes' }, label: 'Back to the Mistake Book' }}
      whenEmpty="A test that you have begun holds these questions. They come back when it is over."
    />
  );
}
