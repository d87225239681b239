import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** A span of time, the end excluded. */
export interface Span {
  from: Date;
  to: Date;
}

/** The ways in which a person hears of the letter; undefined for none. */
export async function findReader({ db }: Context, user_id: number) {
  return db.selectFrom('letter_readers').where('user_id', '=', user_id).select(['in_site', 'by_text', 'mail_address']).executeTakeFirst();
}

/** The confirmed address of a person, locked until the end of the transaction; null without one. */
export async function lockMailAddress({ db }: Context, user_id: number): Promise<string | null> {
  const row = await db.selectFrom('letter_readers').where('user_id', '=', user_id).select('mail_address').forUpdate().executeTakeFirst();
  return row?.mail_address ?? null;
}

/** Begins a way, with the Monday after this one. */
export async function beginWay({ db, now }: Context, user_id: number, way: 'site' | 'text', monday: number): Promise<void> {
  const chosen = way === 'site' ? { in_site: true, told_for: monday } : { by_text: true, texted_for: monday };
  await db
    .insertInto('letter_readers')
    .values({ user_id, agreed_at: now, told_for: monday, in_site: false, ...chosen })
    .onConflict((on) => on.column('user_id').doUpdateSet(chosen))
    .execute();
}

/** Ends a way; whoever has none left, and no link that may be pressed, is forgotten. */
export async function endWay({ db }: Context, user_id: number, way: 'site' | MessageWay): Promise<void> {
  const ended = { site: { in_site: false }, text: { by_text: false }, mail: { mail_address: null, mail_asked_at: null } }[way];
  await db.updateTable('letter_readers').set(ended).where('user_id', '=', user_id).execute();
  await db
    .deleteFrom('letter_readers')
    .where('user_id', '=', user_id)
    .where('in_site', '=', false)
    .where('by_text', '=', false)
    .where('mail_address', 'is', null)
    .where('mail_asked_at', 'is', null)
    .execute();
}

/** Notes that a link was asked for. Only the latest link of a person is taken. */
export async function noteAsking({ db, now }: Context, user_id: number, monday: number): Promise<void> {
  await db
    .insertInto('letter_readers')
    .values({ user_id, agreed_at: now, told_for: monday, in_site: false, mail_asked_at: now })
    .onConflict((on) => on.column('user_id').doUpdateSet({ mail_asked_at: now }))
    .execute();
}

/** Stores a confirmed address. False if its link was used, or another was asked for, or the e-mails were ended meanwhile. */
export async function storeMailAddress(
  { db }: Context,
  { user_id, address, asked_at }: { user_id: number; address: string; asked_at: Date },
  monday: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letter_readers')
    .set({ mail_address: address, mailed_for: monday, mail_asked_at: null })
    .where('user_id', '=', user_id)
    .where('mail_asked_at', '=', asked_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Forgets whoever has no way and asked before the given time for a link that was not used. */
export async function endUnusedAsking({ db }: Context, before: Date): Promise<void> {
  await sql`
    delete from letter_readers where not in_site and not by_text and mail_address is null and mail_asked_at < ${before}`.execute(db);
}

/** Marks up to `count` readers as notified for this Monday, and returns them. */
export async function takeReaders({ db }: Context, monday: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update letter_readers r set told_for = ${monday} from (
      select user_id from letter_readers where in_site and told_for < ${monday} order by user_id limit ${count} for update skip locked
    ) due where r.user_id = due.user_id returning r.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** A way of messages that leave the site. */
export type MessageWay = 'text' | 'mail';

/** A person to whom a message goes: to the phone number or the e-mail address. */
export interface MessageReader {
  user_id: number;
  to: string;
  language: 'en' | 'hi';
}

const columnsOf = {
  text: {
    sent: sql.ref('texted_for'),
    isWanted: sql`by_text and exists (select from users p where p.id = user_id and p.phone is not null)`,
    to: sql`u.phone`,
  },
  mail: { sent: sql.ref('mailed_for'), isWanted: sql`mail_address is not null`, to: sql`r.mail_address` },
} as const;

/** Marks up to `count` people after a person's id as notified for this Monday, and returns those who can be reached. */
export async function takeMessageReaders(
  { db }: Context,
  way: MessageWay,
  { monday, after, count }: { monday: number; after: number; count: number },
): Promise<MessageReader[]> {
  const { sent, isWanted, to } = columnsOf[way];
  const { rows } = await sql<MessageReader>`
    update letter_readers r set ${sent} = ${monday} from (
      select user_id from letter_readers where ${isWanted} and ${sent} < ${monday} and user_id > ${after}
      order by user_id limit ${count} for update skip locked
    ) due, users u where r.user_id = due.user_id and u.id = due.user_id
    returning r.user_id, ${to} as "to", coalesce(u.language, 'en') as language`.execute(db);
  return rows;
}

/** Takes the mark of people back whose message failed, so that the next run sends it. */
export async function giveBackReaders({ db }: Context, way: MessageWay, monday: number, user_ids: readonly number[]): Promise<void> {
  if (user_ids.length === 0) return;
  const { sent } = columnsOf[way];
  await sql`update letter_readers set ${sent} = 0 where user_id = any(${user_ids}) and ${sent} = ${monday}`.execute(db);
}

/** Current batches of an institute, all or (with `teacher_id`) those of one teacher. */
const batches = (institute_id: number, teacher_id: number | null) => sql`
  classrooms c where c.institute_id = ${institute_id} and c.archived_at is null and (${teacher_id}::bigint is null or exists (
    select from classroom_members t where t.classroom_id = c.id and t.user_id = ${teacher_id} and t.role = 'teacher' and t.left_at is null))`;

/** Mean ranked results of batches in two weeks, in whole percent of the marks; null for a week without any. */
export async function findBatchResults({ db }: Context, institute_id: number, teacher_id: number | null, week: Span, before: Span) {
  const { rows } = await sql<{ name: string; percent: number | null; before: number | null }>`
    with taken as (
      select s.student_id, greatest(0, s.total_score) * 100.0 / s.max_score as percent, s.finished_at >= ${week.from} as is_of_week
      from papers p join sessions s on s.paper_id = p.id and s.status = 'COMPLETE' and s.is_ranked and s.max_score > 0
        and s.finished_at >= ${before.from} and s.finished_at < ${week.to}
      where p.institute_id = ${institute_id} and not p.is_assignment and p.results_published_at is not null)
    select b.name, round(avg(taken.percent) filter (where is_of_week))::int as percent,
      round(avg(taken.percent) filter (where not is_of_week))::int as before
    from (select c.id, c.name from ${batches(institute_id, teacher_id)}) b
    join classroom_members m on m.classroom_id = b.id and m.role = 'student' and m.left_at is null
    join taken on taken.student_id = m.user_id group by b.id, b.name order by b.name limit 200`.execute(db);
  return rows;
}

/** Tests that closed in a week, with the numbers of students who had them and did not begin. */
export async function findMissedTests({ db }: Context, institute_id: number, teacher_id: number | null, { from, to }: Span) {
  const { rows } = await sql<{ name: string; given: number; missed: number }>`
    select p.name, count(*)::int as given,
      (count(*) filter (where not exists (select from sessions s where s.student_id = a.student_id and s.paper_id = p.id)))::int as missed
    from papers p join paper_assignments a on a.paper_id = p.id
    where p.institute_id = ${institute_id} and not p.is_assignment and p.closes_at >= ${from} and p.closes_at < ${to}
      and (${teacher_id}::bigint is null or a.student_id in (
        select m.user_id from (select c.id from ${batches(institute_id, teacher_id)}) b
        join classroom_members m on m.classroom_id = b.id and m.role = 'student' and m.left_at is null))
    group by p.id, p.name, p.closes_at order by p.closes_at desc, p.id limit 20`.execute(db);
  return rows;
}
