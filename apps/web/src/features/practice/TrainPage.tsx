import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { getTrainQuestions } from '@abhyas/contract/practice';
import { useParams } from '@tanstack/react-router';
import { call } from '../../platform/call.ts';
import { useOpeningStudent } from '../../session/screen/useOpeningStudent.ts';
import { Practice } from './Practice.tsx';

/** Practice of one topic. */
export default function TrainPage() {
  const { id } = useParams({ strict: false });
  const student = useOpeningStudent(true);
  const object = { id: Number(id), object_type: objectTypes.checkpoint, session_type: sessionTypes.adaptive };
  return (
    student && (
      <Practice
        key={id}
        student={student}
        object={object}
        isRevise={false}
        fetchPayload={() => call(getTrainQuestions, object)}
        title="Practice"
        back={{ link: { to: '/home' }, label: 'Back to the chapters' }}
        whenEmpty="There are no questions for this topic yet."
      />
    )
  );
}
