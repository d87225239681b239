import type { PassageContent } from '@abhyas/contract/bank/bank-content';
import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';

interface PassageRow {
  id: number;
  version: number;
  content: PassageContent;
  is_published: boolean;
  question_count: number;
}

export async function findPassages({ db, actor }: StaffContext, { offset, limit }: { offset: number; limit: number }) {
  const { rows } = await sql<PassageRow>`
    select p.id, p.version, p.content, p.comprehension_question_id is not null as is_published,
      (select count(*)::int from bank_questions b where b.bank_passage_id = p.id) as question_count
    from bank_passages p where p.institute_id = ${actor.institute_id} order by p.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countPassages({ db, actor }: StaffContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_passages where institute_id = ${actor.institute_id}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertPassage({ db, actor, now }: StaffContext, content: PassageContent): Promise<number> {
  const { id } = await db
    .insertInto('bank_passages')
    .values({ institute_id: actor.institute_id, content: JSON.stringify(content), changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockPassage({ db, actor }: StaffContext, id: number) {
  return db
    .selectFrom('bank_passages')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePassage({ db, actor, now }: StaffContext, id: number, content: PassageContent): Promise<number> {
  const { version } = await db
    .updateTable('bank_passages')
    .set({ content: JSON.stringify(content), changed_at: now })
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
