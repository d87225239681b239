import type { Story } from './story.ts';

/** An answer sheet of a paper that waits for a person. */
export async function haveAnswerSheet(
  { database: { db }, now }: Story,
  { institute_id, user_id, canary }: { institute_id: number; user_id: number; canary: string },
  { paper_id, student_id }: { paper_id: number; student_id: number },
): Promise<void> {
  await db
    .insertInto('answer_sheets')
    .values({
      institute_id,
      paper_id,
      student_id,
      source: 'photo',
      file_name: `${canary}.jpg`,
      fingerprint: Buffer.from(canary.padEnd(32)).subarray(0, 32),
      set_name: 'A',
      page: 1,
      roll_number: canary,
      answers: JSON.stringify([{ question: 1, options: [1, 2], text: null, doubt: { why: 'two_marks', crop: null } }]),
      roll_doubt: null,
      read_by: user_id,
      read_at: now,
    })
    .execute();
}
