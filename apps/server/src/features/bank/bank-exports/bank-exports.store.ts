import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { type RawBuilder, sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';

export interface PlacedQuestion {
  id: number;
  subject: string | null;
  chapter_code: string | null;
}

/** The questions of the institute among these, in the order of an export: by subject, chapter and id; those without a topic come last. */
export async function placeQuestions({ db, actor }: StaffContext, ids: readonly number[]): Promise<PlacedQuestion[]> {
  const { rows } = await sql<PlacedQuestion>`
    select b.id, s.code as subject, c.code as chapter_code
    from bank_questions b left join topics t on t.id = (b.content->>'topic_id')::bigint left join chapters c on c.id = t.chapter_id
      left join subjects s on s.id = c.subject_id
    where b.id = any(${ids}::bigint[]) and b.institute_id = ${actor.institute_id}
    order by s.code collate "C", c.code collate "C", b.id`.execute(db);
  return rows;
}

export interface ExportedRow {
  id: number;
  content: BankContent;
  /** The key that counts now; null while nothing is published. */
  accepted_answers: BankContent['keys'] | null;
  /** Whether a test with the question withholds its answers, and the person did not write the question. */
  is_held: boolean;
  topic_code: string | null;
  topic_name: string | null;
  topic_position: number;
  chapter_name: string | null;
  passage: PassageContent | null;
}

/** Questions of the institute with everything that a file shows, in the order of the ids. `isOpen` says of paper `p` whether its answers are open. */
export async function findQuestions(
  { db, actor }: StaffContext,
  ids: readonly number[],
  isOpen: RawBuilder<unknown>,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select b.id, b.content, case when b.state in ('approved', 'retired') then q.accepted_answers end as accepted_answers,
      exists (select from paper_questions h join papers p on p.id = h.paper_id where h.question_id = b.question_id
        and p.institute_id = ${actor.institute_id} and not ${isOpen})
        and not exists (select from bank_question_versions v where v.bank_question_id = b.id and v.saved_by = ${actor.user_id}::bigint) as is_held,
      t.code as topic_code, t.name as topic_name, coalesce(t.position, 0) as topic_position, c.name as chapter_name, p.content as passage
    from unnest(${ids}::bigint[]) with ordinality as given (id, at)
      join bank_questions b on b.id = given.id and b.institute_id = ${actor.institute_id}
      left join questions q on q.id = b.question_id left join bank_passages p on p.id = b.bank_passage_id
      left join topics t on t.id = (b.content->>'topic_id')::bigint left join chapters c on c.id = t.chapter_id
    order by given.at`.execute(db);
  return rows;
}

/** A picture that a question of the institute shows. */
export async function findPicture({ db, actor }: StaffContext, hash: string): Promise<{ media_type: string; bytes: Buffer } | undefined> {
  return db
    .selectFrom('pictures')
    .innerJoin('picture_uses', 'picture_uses.hash', 'pictures.hash')
    .where('pictures.hash', '=', hash)
    .where('picture_uses.institute_id', '=', actor.institute_id)
    .select(['media_type', 'bytes'])
    .executeTakeFirst();
}
