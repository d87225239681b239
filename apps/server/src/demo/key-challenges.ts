import { sql } from 'kysely';
import type { KeyClaim } from '@abhyas/contract/exam-office/key-challenges';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { Context, StaffActor } from '../context.ts';
import {
  keepKey,
  openChallenges,
  publishFinalKeys,
  upsertChallenge,
  upsertWindows,
} from '../features/exam-office/key-challenges/key-challenges.ts';
import {
  findQuestion,
  markCorrected,
  raisePaperVersions,
  writeCorrection,
} from '../features/exam-office/key-corrections/key-corrections.ts';
import { presentContent } from '../features/tests/papers/papers.ts';
import { answersOf, misread, sit, withOption } from './reports.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The tests have the same questions: one whose keys can be challenged, and one whose final keys are published. */
const tests = { open: 'Class test: motion', final: 'Scholarship test: motion' };
const [riya, ira] = ['9000000007', '9000000017'];

interface Challenge {
  place: number;
  claim: KeyClaim;
  answer: AcceptedAnswer | null;
  reason: string;
}

const mean: Challenge = {
  place: misread.place,
  claim: 'other_answer',
  answer: misread.option,
  reason: 'The mean of 12 and 24 is 18, as both halves of the way are equal.',
};
/** The challenges of other students against the same key. */
const others: Challenge[] = [
  { ...mean, reason: '(12 + 24) / 2 = 18 km/h. Our book takes the mean in such a question.' },
  { ...mean, claim: 'several_answers', answer: null, reason: '16 holds for halves of the way and 18 for halves of the time.' },
  { ...mean, reason: 'I took half of the time at each speed, which gives 18 km/h.' },
];
const unclear: Challenge = {
  place: 3,
  claim: 'unclear_question',
  answer: null,
  reason: 'It is not said that the trains keep their speeds, so no time can be given.',
};

/** A test of the demo with open challenges, and one with final keys. Made once; a later start moves the end of the open challenges. */
export async function placeDemoChallenges(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const papers = await db
    .selectFrom('papers')
    .where('institute_id', '=', institute_id)
    .where('name', 'in', Object.values(tests))
    .select(['id', 'name', 'closes_at'])
    .execute();
  const open = papers.find(({ name }) => name === tests.open);
  const final = papers.find(({ name }) => name === tests.final);
  const people = await db.selectFrom('users').where('phone', 'in', [riya, ira]).select(['id', 'phone']).execute();
  const idOf = (phone: string) => people.find((person) => person.phone === phone)?.id;
  const [first, second] = [idOf(riya), idOf(ira)];
  if (!open?.closes_at || !final || first === undefined || second === undefined) return;
  const known = await db.selectFrom('key_challenge_windows').where('paper_id', 'in', [open.id, final.id]).selectAll().execute();
  if (known.length > 0) {
    // A later start of the demo opens the keys for challenges again.
    const ended = known.find(({ paper_id, closes_at }) => paper_id === open.id && closes_at < now);
    if (ended?.final_at === null) await upsertWindows(context, [open.id], new Date(now.getTime() + 2 * dayMs));
    return;
  }
  const content = await presentContent(context, open.id);
  await db
    .insertInto('paper_assignments')
    .values([first, second].map((student_id) => ({ paper_id: open.id, student_id })))
    .onConflict((on) => on.doNothing())
    .execute();
  const questionAt = (place: number) => content.questions[place]?.question_id ?? 0;
  await sit(
    { ...context, now: open.closes_at },
    open.id,
    [first, second].map((student_id, at) => ({
      student_id,
      answers: withOption(answersOf(content, at + 70, 0.7), questionAt(misread.place), misread.option),
    })),
  );
  const { rows: sitters } = await sql<{ student_id: number }>`
    select s.student_id from sessions s where s.paper_id = ${open.id} and s.student_id not in (${first}, ${second}) order by s.student_id limit ${others.length}`.execute(
    db,
  );
  const challenge = async (within: Context, paper_id: number, student_id: number, { place, claim, answer, reason }: Challenge) => {
    await upsertChallenge(within, { paper_id, student_id, question_id: questionAt(place), claim, answer, reason });
  };

  await db.updateTable('papers').set({ allows_review: true }).where('id', '=', final.id).execute();
  const earlier = { ...context, now: new Date(now.getTime() - 20 * hourMs), actor };
  await openChallenges(earlier, final.id, new Date(now.getTime() - 6 * hourMs));
  await challenge(earlier, final.id, second, mean);
  await challenge(earlier, final.id, second, unclear);
  const later = { ...context, now: new Date(now.getTime() - 5 * hourMs), actor };
  await keepKey(
    later,
    final.id,
    questionAt(mean.place),
    'Equal halves of the way take unequal times: the whole way by the whole time gives 16 km/h.',
  );
  await correct(later, questionAt(unclear.place), 'The question does not say that the speeds stay the same.');
  await publishFinalKeys(later, final.id);

  await openChallenges(later, open.id, new Date(now.getTime() + 2 * dayMs));
  await challenge(later, open.id, first, mean);
  for (const [at, { student_id }] of sitters.entries()) await challenge(later, open.id, student_id, others[at] ?? mean);
}

/** Gives the marks of a question to all who answered it, without the job of a server, which does not run yet. */
async function correct(context: Context & { actor: StaffActor }, id: number, reason: string): Promise<void> {
  const question = await findQuestion(context, id);
  if (!question) return;
  await writeCorrection(context, question, { accepted_answers: question.accepted_answers, correction: 'bonus', reason, is_undo: false });
  for (const paper of await raisePaperVersions(context, id)) await markCorrected(context, { paper_id: paper.id, question_id: id, reason });
}
