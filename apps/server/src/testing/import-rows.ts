import { emptyContent } from '@abhyas/contract/bank/bank-content';
import type { Story } from './story.ts';

/** An import of the institute that waits with a row, a passage and a picture, and a topic that the institute chose for a name. */
export async function haveImport(
  { database: { db }, now }: Story,
  { institute_id, user_id, canary }: { institute_id: number; user_id: number; canary: string },
): Promise<void> {
  const { id: import_id } = await db
    .insertInto('question_imports')
    .values({
      institute_id,
      made_by: user_id,
      made_at: now,
      file_name: `${canary}.csv`,
      sha256: Buffer.from(canary),
      state: 'ready',
      defaults: JSON.stringify({ difficulty: 3, for: 'paper' }),
      row_count: 1,
      worked_for: user_id,
      worked_as: 'teacher',
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const content = JSON.stringify({ ...emptyContent, text: `Imported for the ${canary}`, keys: [1] });
  const row = { import_id, number: 1, place: 'Row 2', source: canary, content, faults: '[]', passage_number: 1, topic_name: canary };
  await db.insertInto('question_import_rows').values(row).execute();
  const passage = JSON.stringify({ text: `A passage of the ${canary}`, figure: null });
  await db.insertInto('question_import_passages').values({ import_id, number: 1, content: passage }).execute();
  const picture = {
    import_id,
    hash: Buffer.from(canary.padEnd(32)).toString('hex').slice(0, 64),
    media_type: 'image/png',
    bytes: Buffer.from(canary),
  };
  await db.insertInto('question_import_pictures').values(picture).execute();
  const topic = await db.selectFrom('topics').select('id').orderBy('id').executeTakeFirstOrThrow();
  await db.insertInto('question_import_topics').values({ institute_id, name: canary, topic_id: topic.id }).execute();
}
