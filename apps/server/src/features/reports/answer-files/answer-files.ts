import { say } from '@abhyas/exam/institute/sentence';
import { createDecipheriv } from 'node:crypto';
import type { ObjectType } from '@abhyas/contract/bank/catalogue';
import { Id } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { type Static, Type } from 'typebox';
import type { StudentContext } from '../../../context.ts';
import { readJsonText } from '../../../http/json-text.ts';
import { compileCheck } from '../../../http/validator.ts';
import { upload } from '../uploads/uploads.ts';
import { findSession } from '../../tests/sessions/sessions.ts';

const tagBytes = 16;

/** The file that a device writes: the JSON of an upload, encrypted by AES-256-GCM under the session's key. */
const AnswerFile = Type.Object({
  format: Type.Literal('abhyas-answers-1'),
  session_id: Id,
  iv: Type.String({ pattern: '^[A-Za-z0-9+/]{16}$' }),
  sealed: Type.String({ pattern: '^[A-Za-z0-9+/]+=*$' }),
});
const fileSchema = compileCheck(AnswerFile);
const uploadSchema = compileCheck(uploadStudentResponses.body);

function parse(text: string): unknown {
  try {
    return readJsonText(text);
  } catch {
    throw new Problem('damaged_file');
  }
}

function unseal({ iv, sealed }: Static<typeof AnswerFile>, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length <= tagBytes) throw new Problem('damaged_file');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw new Problem('damaged_file');
  }
}

/** Accepts an answer file like an upload: answers in time count, late ones are only stored. Throws `damaged_file` for a changed file. */
export async function takeAnswerFile(context: StudentContext, text: string) {
  const file = parse(text);
  if (!fileSchema.isGood(file)) throw new Problem('damaged_file');
  const session = await findSession(context, context.student.id, file.session_id);
  if (!session?.seal_key || session.paper_id === null) throw new Problem('damaged_file');
  const sent = parse(unseal(file, session.seal_key));
  if (!uploadSchema.isGood(sent) || sent.session_id !== session.id) throw new Problem('damaged_file');
  const { session_status } = await upload(context, sent);
  const message = (
    session_status === 'COMPLETE' ? say`Your answers are received, and the test is finished.` : say`Your answers are received.`
  ).text;
  const object_type = session.object_type as Static<typeof ObjectType>;
  return { success: true as const, paper_id: session.paper_id, object_type, session_status, message };
}
