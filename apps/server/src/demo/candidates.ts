import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import type { Storage } from '../integrations/storage/storage.ts';

/** A shared paper of 15 minutes. */
const source = 'quick-mock';
const name = 'Exam-exact rehearsal';

interface Parts {
  storage: Storage;
  contentFolder: string;
}

/** Gives a student a photograph, as an upload that was recorded. */
async function setPhoto(
  { db, now }: Context,
  storage: Storage,
  bytes: Buffer,
  student: { id: number; institute_id: number; user_id: number },
) {
  const storage_key = `kept/institutes/${student.institute_id}/demo-candidate-${student.id}.jpg`;
  await storage.write(storage_key, 'image/jpeg', bytes);
  const { id } = await db
    .insertInto('stored_files')
    .values({
      institute_id: student.institute_id,
      user_id: student.user_id,
      storage_key,
      file_name: 'photograph.jpg',
      extension: 'jpg',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      pages: 1,
      status: 'STORED',
      created_at: now,
      recorded_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('memberships').set({ photo_id: id }).where('id', '=', student.id).execute();
}

/** An exam-exact test that is always open, and photographs of some students, made once. The others have none. */
export async function placeDemoCandidates(context: Context, { storage, contentFolder }: Parts, code: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const { db } = within;
    const institute = await db.selectFrom('institutes').where('code', '=', code).select('id').forUpdate().executeTakeFirst();
    const model = await db
      .selectFrom('papers')
      .where('code', '=', source)
      .where('institute_id', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!institute || !model) return;
    const known = await db
      .selectFrom('papers')
      .where('institute_id', '=', institute.id)
      .where('name', '=', name)
      .select('id')
      .executeTakeFirst();
    if (known) return;
    const actor: StaffActor = { user_id: null, role: 'operator', institute_id: institute.id, reason: 'The demo.' };
    const { id } = await copyPaper({ ...within, actor }, model.id, { name, is_assignment: false });
    await db.updateTable('papers').set({ is_exam_exact: true }).where('id', '=', id).execute();
    const { rows } = await sql<{ id: number; institute_id: number; user_id: number; phone: string | null }>`
      select m.id, m.institute_id, m.user_id, u.phone from memberships m join users u on u.id = m.user_id
      where m.institute_id = ${institute.id} and m.role = 'student' and m.ended_at is null order by m.id limit 60`.execute(db);
    const [riya, aman, ...sitters] = [
      rows.find(({ phone }) => phone === '9000000007'),
      rows.find(({ phone }) => phone === '9000000008'),
      ...rows.filter(({ phone }) => !phone?.startsWith('90000000')).slice(0, 3),
    ];
    const bytes = readFileSync(join(contentFolder, 'photos', 'candidate.jpg'));
    for (const student of [riya, ...sitters]) if (student) await setPhoto(within, storage, bytes, student);
    const given = [riya, aman].flatMap((student) => (student ? [{ paper_id: id, student_id: student.user_id }] : []));
    if (given.length > 0) await db.insertInto('paper_assignments').values(given).execute();
  });
}
