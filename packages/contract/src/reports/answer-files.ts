import { Type } from 'typebox';
import { ObjectType } from '../bank/catalogue.ts';
import { endpoint, Id, JsonText, Success } from '../endpoint.ts';

/** An answer file: `sealed` is the JSON of an upload, encrypted by AES-256-GCM under the session's key. `iv` and `sealed` are base64. */
export const AnswerFile = Type.Object({
  format: Type.Literal('abhyas-answers-1'),
  session_id: Id,
  iv: Type.String(),
  sealed: Type.String(),
});

/** Accepts an answer file that a device saved without a network, and treats it as an upload: the same rules decide whether it is late. */
export const sendAnswerFile = endpoint('POST /student_app/send_answer_file', {
  isOfTest: true,
  summary: 'Upload the answers of an encrypted answer file',
  reach: 'membership',
  body: Type.Object({ file: JsonText(AnswerFile, 900_000) }),
  response: Type.Object({
    ...Success,
    paper_id: Id,
    /** Whether the session was a test or an assignment, which have different reports. */
    object_type: ObjectType,
    session_status: Type.Enum(['IN_PROGRESS', 'COMPLETE']),
    message: Type.String(),
  }),
  refusals: ['damaged_file', 'received_late', 'session_finished'],
});
