import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Storage } from '../integrations/storage/storage.ts';

const hourMs = 3_600_000;
const arjun = '9000000012';
const [asha, kabir, riya, aman, ira] = ['9000000001', '9000000004', '9000000007', '9000000008', '9000000017'];

type Row = Insertable<Tables['doubts']>;

interface DemoDoubt extends Partial<Pick<Row, 'responses' | 'question_time_spent' | 'is_solution_seen' | 'shown_text' | 'refusal'>> {
  phone: string | undefined;
  code: string;
  hoursAgo: number;
  text: string;
  hasPhoto?: boolean;
  answer?: string;
  report?: string;
}

/** A doubt in each state: waiting (one with a photo), answered, shown to all, shown and reported, refused; and a private note. */
const doubts: readonly DemoDoubt[] = [
  {
    phone: riya,
    code: 'phy-laws-of-motion-002',
    hoursAgo: 5,
    text: 'S is tied to the 3 kg block, so I took 3 kg × 3 m/s² = 9 N. Why does the 2 kg block count too?',
    responses: [2],
    question_time_spent: 96,
    is_solution_seen: true,
    hasPhoto: true,
  },
  {
    phone: aman,
    code: 'phy-laws-of-motion-006',
    hoursAgo: 3,
    text: 'If I sit in the trolley, why does the thread not hang straight down?',
    responses: [1],
    question_time_spent: 140,
    is_solution_seen: true,
  },
  {
    phone: kabir,
    code: 'che-atomic-structure-001',
    hoursAgo: 1,
    text: 'A microwave oven heats food and red light does not. So why do microwaves not carry more energy?',
  },
  {
    phone: riya,
    code: 'phy-laws-of-motion-003',
    hoursAgo: 30,
    text: 'The lift goes down and the machine shows more than the weight. How can both be true?',
    responses: [2],
    question_time_spent: 62,
    is_solution_seen: true,
    answer:
      'The machine shows the force \\(N\\) of the floor, not the weight.\n\nFrom \\(N - mg = ma\\) you see that \\(N \\gt mg\\) means an acceleration ' +
      'upward. A lift that moves down with an acceleration upward is slowing down.',
    shown_text: 'The lift goes down and the machine shows more than the weight. How can both be true?',
  },
  {
    phone: ira,
    code: 'phy-laws-of-motion-007',
    hoursAgo: 50,
    text: 'The limit of friction is 20 N, so why is the answer not 20 N?',
    responses: [3],
    question_time_spent: 41,
    answer:
      'Friction only answers a push; it never exceeds it. The push is \\(12\\ \\mathrm{N}\\) and the limit \\(\\mu mg = 20\\ \\mathrm{N}\\), ' +
      'so the box rests and friction is exactly \\(12\\ \\mathrm{N}\\).',
  },
  {
    phone: aman,
    code: 'phy-laws-of-motion-001',
    hoursAgo: 72,
    text: 'Why is the push of the table not the partner of the weight? Both are equal.',
    answer: 'Read the chapter again before you ask. This is in the first lines.',
    shown_text: 'Why is the push of the table not the partner of the weight?',
    report: 'This does not help, and it is rude.',
  },
  {
    phone: kabir,
    code: 'phy-laws-of-motion-008',
    hoursAgo: 100,
    text: 'lol what is this question',
    refusal: 'Please write what you do not understand; we are glad to help.',
  },
  {
    phone: asha,
    code: 'phy-laws-of-motion-003',
    hoursAgo: 20,
    text: 'Remember: the machine shows the push of the floor. First find the direction of the acceleration, then of the motion.',
  },
];

interface Parts {
  storage: Storage;
  /** The folder of the demo's content, with the photo of a working. */
  contentFolder: string;
}

/** Stores the photo of a working as an upload that was recorded. */
async function storePhoto({ db }: Context, { storage, contentFolder }: Parts, institute_id: number, user_id: number, asked_at: Date) {
  const bytes = readFileSync(join(contentFolder, 'photos', 'working.jpg'));
  const sha256 = createHash('sha256').update(bytes).digest();
  const storage_key = `kept/institutes/${institute_id}/demo-working.jpg`;
  await storage.write(storage_key, 'image/jpeg', bytes);
  const file = { institute_id, user_id, storage_key, file_name: 'working.jpg', extension: 'jpg', bytes: bytes.length, sha256, pages: 1 };
  const { id } = await db
    .insertInto('stored_files')
    .values({ ...file, status: 'STORED', created_at: asked_at, recorded_at: asked_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Doubts of students of the demo's institute, made once. */
export async function placeDemoDoubts(context: Context, parts: Parts, code: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const { db, now } = within;
    const { rows } = await sql<{ institute_id: number; teacher_id: number }>`
      select i.id as institute_id, u.id as teacher_id from institutes i, users u, installation d
      where i.code = ${code} and u.phone = ${arjun} and d.is_demo for update of i`.execute(db);
    const [place] = rows;
    if (!place || (await db.selectFrom('doubts').select('id').limit(1).executeTakeFirst())) return;
    for (const { phone, code: question, hoursAgo, hasPhoto, answer, report, shown_text, refusal, ...facts } of doubts) {
      const student = await db
        .selectFrom('users')
        .where('phone', '=', phone ?? '')
        .select('id')
        .executeTakeFirst();
      const asked = await db
        .selectFrom('questions')
        .where('code', '=', question)
        .where('institute_id', 'is', null)
        .select('id')
        .executeTakeFirst();
      if (!student || !asked) continue;
      const at = (hoursLater: number) => new Date(now.getTime() - Math.max(0, hoursAgo - hoursLater) * hourMs);
      await db
        .insertInto('doubts')
        .values({
          ...facts,
          student_id: student.id,
          institute_id: phone === asha ? null : place.institute_id,
          question_id: asked.id,
          asked_at: at(0),
          photo_id: hasPhoto ? await storePhoto(within, parts, place.institute_id, student.id, at(0)) : null,
          rich_response: null,
          question_time_spent: facts.question_time_spent ?? null,
          ...(answer === undefined ? {} : { answer_text: answer, answered_by: place.teacher_id, answered_at: at(2) }),
          ...(shown_text === undefined ? {} : { shown_text }),
          ...(report === undefined ? {} : { reported_at: at(4), report_reason: report }),
          ...(refusal === undefined ? {} : { refusal, refused_at: at(2) }),
        })
        .execute();
    }
  });
}
