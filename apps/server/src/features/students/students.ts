import { Problem } from '@abhyas/contract/problem';
import { subjectName } from '@abhyas/exam/subjects';
import type { StaffContext } from '../../context.ts';
import * as store from './students.store.ts';

const latestTests = 5;
/** Points of a hundred by which a result stands out from the ones before. */
const farPoints = 10;
const weakPercent = 40;

const shareOf = ({ score, max_score }: { score: number | null; max_score: number | null }) =>
  score === null || !max_score ? null : Math.round((100 * Math.max(0, score)) / max_score);

function stateOf({ status, closes_at }: store.StudentTest, now: Date): 'taken' | 'running' | 'missed' | 'open' {
  if (status === 'COMPLETE') return 'taken';
  if (status === 'IN_PROGRESS') return 'running';
  return closes_at !== null && closes_at <= now ? 'missed' : 'open';
}

/** What to talk about: missed tests, a fall or a rise against the tests before, the weakest subject. */
function talkOf(tests: readonly store.StudentTest[], subjects: readonly { name: string; percent: number }[], now: Date): string[] {
  const talk: string[] = [];
  const missed = tests.filter((test) => !test.is_assignment && stateOf(test, now) === 'missed').slice(0, 3);
  if (missed.length > 0) talk.push(`Missed ${missed.map(({ name }) => name).join(', ')}.`);
  const [last, ...before] = tests.flatMap((test) => {
    const share = test.is_assignment || stateOf(test, now) !== 'taken' ? null : shareOf(test);
    return share === null ? [] : [{ name: test.name, share }];
  });
  if (last && before.length > 0) {
    const usual = Math.round(before.slice(0, 3).reduce((sum, { share }) => sum + share, 0) / Math.min(3, before.length));
    if (last.share <= usual - farPoints) talk.push(`${last.name} went worse than usual: ${last.share}%, before it ${usual}%.`);
    if (last.share >= usual + farPoints) talk.push(`${last.name} went better than usual: ${last.share}%, before it ${usual}%. Say so.`);
  }
  const weakest = subjects.toSorted((a, b) => a.percent - b.percent)[0];
  if (weakest && weakest.percent < weakPercent)
    talk.push(`${weakest.name} is the weakest subject: ${weakest.percent}% of the marks in the latest tests.`);
  return talk;
}

/** What staff may know of a student: what was done at this institute, nothing of practice or of another one. Throws `not_found`. */
export async function studentForStaff(context: StaffContext, id: number) {
  const student = await store.findStudent(context, id);
  if (!student) throw new Problem('not_found');
  const tests = await store.findTests(context, id);
  const subjects = (await store.findSubjects(context, id, latestTests)).map((row) => ({
    name: subjectName(row.subject_id),
    percent: shareOf(row) ?? 0,
  }));
  return {
    ...student,
    joined_at: student.joined_at.toISOString(),
    tests: tests.map(({ opens_at, closes_at, finished_at, status: _status, ...test }) => ({
      ...test,
      at: (finished_at ?? closes_at ?? opens_at)?.toISOString() ?? null,
      state: stateOf({ ...test, opens_at, closes_at, finished_at, status: _status }, context.now),
    })),
    subjects,
    talk: talkOf(tests, subjects, context.now),
  };
}
