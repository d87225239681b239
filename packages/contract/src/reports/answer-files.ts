import { Type } from 'typebox';
import { ObjectType } from '../bank/catalogue.ts';
import { endpoint, Id, JsonText, Success } from '../endpoint.ts';

/** The sealed answer file: `sealed` is an upload's fields as JSON, by AES-256-GCM under the session's key. `iv` and `sealed` in base64. */
export const AnswerFile = Type.Object({
  format: Type.Literal('abhyas-answers-1'),
  session_id: Id,
  iv: Type.String(),
  sealed: Type.String(),
});

/** Takes an answer file that a device wrote when the network stayed away: an upload, in time or late by the same rules. */
export const sendAnswerFile = endpoint('POST /student_app/send_answer_file', {
  summary: 'Take a sealed answer file as an upload',
  reach: 'membership',
  body: Type.Object({ file: JsonText(AnswerFile, 900_000) }),
  response: Type.Object({
    ...Success,
    paper_id: Id,
    /** Test or assignment: they have reports of their own. */
    object_type: ObjectType,
    session_status: Type.Enum(['IN_PROGRESS', 'COMPLETE']),
    message: Type.String(),
  }),
  refusals: ['damaged_file', 'received_late', 'session_finished'],
});
