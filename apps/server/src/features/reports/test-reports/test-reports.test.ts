import { getMistakes } from '@abhyas/contract/practice/mistakes';
import { getLeaderboard, getRank } from '@abhyas/contract/reports/leaderboard';
import { publishPaper, publishResults } from '@abhyas/contract/exam-office/results';
import { addToMistakeBook, getImprovementData, getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, phoneOf, response, staff, workOffJobs } from '../../../testing/attempts.ts';
import { signInWithCode } from '../../../testing/bound-sign-in.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { correctKey } from '../../exam-office/key-corrections/key-corrections.ts';
import { operatorOfBank } from '../../../testing/operator.ts';

const story = tellStory();
const sections = [
  fourOptions(21, 22, 23, 24),
  { ...fourOptions(), name: 'B', subject: 'physics' as const, questions: ['motion-021', 'motion-022'] },
];
let papers = 0;
let asha: Visitor & { id: number };
beforeEach(async () => {
  story.now = new Date(Date.parse('2027-01-10T04:00:00Z') + papers * 86_400_000);
  asha = await story.student({ institute: 'school' });
  // Papers of earlier tests in this file contain the same questions, and would withhold them.
  await story.database.pool.query('delete from paper_questions');
});

/** A paper of the institute that is assigned to these students, or a mock that is open to everybody. */
async function paperFor(students: { id: number }[], isMock = false, more: object = {}) {
  papers += 1;
  const code = `reported-${papers}`;
  const id = await addPaper(story, code, sections, isMock ? { mode: 'mock', institute: undefined as never, ...more } : more);
  if (!isMock) {
    const phones = await Promise.all(students.map((student) => phoneOf(story, student)));
    await staff(story, 'assign', code, '--phones', phones.join(','));
  }
  return { id, code };
}

/** Takes the paper with one option for each question, 0 for none, and the seconds spent on each. Option 2 is right. */
async function sit(student: Visitor, id: number, given: number[], seconds: number[] = []) {
  const { finish, upload, questions } = await attempt(student, id);
  let second = 0;
  const visits = given.map((option, at) => {
    const visit = {
      number: at + 1,
      question_id: questions[at],
      second,
      seconds: seconds[at] ?? 5,
      answer: option === 0 ? '' : String(option),
    };
    second += visit.seconds;
    return visit;
  });
  story.pass(second);
  await upload([], { visits: JSON.stringify(visits) });
  await finish(
    given.map((option, at) =>
      response(questions[at], { responses: option === 0 ? [] : [option], question_time_spent: seconds[at] ?? 5, is_marked: at === 0 }),
    ),
  );
  return questions;
}

const reportOf = (student: Visitor, id: number) => student.call(getStudentTestReports, { id });

describe('the report of a test', () => {
  test('has score, chapters, time, single questions, ranks and next steps at once if nobody has to publish results', async () => {
    const { id } = await paperFor([], true);
    const questions = await sit(asha, id, [2, 2, 3, 0, 1, 2], [40, 130, 10, 150, 60, 5]);
    const { data, test_report_insights: insights, ...state } = await reportOf(asha, id);
    expect(state).toMatchObject({
      is_accessible_student_data: true,
      is_data_not_present: false,
      hide_leaderboard: false,
      hide_test_question_revise_experience: false,
    });
    expect(data?.overview).toMatchObject([
      { subject_name: 'Biology', total: 7, max_score: 16, correct: 2, incorrect: 1, unattempted: 1 },
      { subject_name: 'Physics', total: 3, max_score: 8, correct: 1, incorrect: 1 },
      { subject_id: null, total: 10, max_score: 24, correct: 3, incorrect: 2, unattempted: 1 },
    ]);
    expect(data).toMatchObject({
      standing: { rank: 1, percentile: null, appeared: 1, is_ranked: true },
      merged_standing: null,
      bottom_list: [{ rank: 1, name: 'Asha', total: 10, student_id: asha.id }],
      rushed_answers: [{ question_id: questions[2], number: 3, duration: 10 }],
      late_skips: [{ question_id: questions[3], number: 4, duration: 150 }],
      answered_count: 5,
      is_time_up: false,
    });
    expect(data?.overall_time_chart.questions_per_time).toEqual([{ from: 0, to: 10, answered: 5, correct: 3, incorrect: 2 }]);
    expect(data?.time_per_question.flatMap((subject) => subject.questions.map(({ result }) => result))).toEqual([1, 1, -1, 0, -1, 1]);
    expect(insights).toMatchObject({
      actions: {
        wrong: { question_ids: [questions[2], questions[4]], marks: 10 },
        slow: { question_ids: [questions[1]], seconds: 130 },
        skipped_late: { question_ids: [questions[3]], marks: 4 },
      },
      without_rushed: { count: 1, score: 11 },
      earlier: null,
    });
    expect(insights?.timeline.map(({ question_id }) => question_id)).toEqual(questions);
  });

  test('is refused, with a separate message for a test that is not begun, under way, or not the student’s', async () => {
    const { id } = await paperFor([asha]);
    const stranger = await story.student();
    await expect(reportOf(asha, id)).rejects.toMatchObject({ code: 'not_begun' });
    await expect(reportOf(stranger, id)).rejects.toMatchObject({ code: 'not_an_active_test' });
    await attempt(asha, id);
    await expect(reportOf(asha, id)).rejects.toMatchObject({ status: 404, message: 'There is no finished attempt at this test yet.' });
    await expect(asha.call(getLeaderboard, { id })).rejects.toMatchObject({ status: 404 });
  });

  test('shows the score at once, ranks and chapters once the results are published, and single questions once the paper is', async () => {
    const ben = await story.student({ institute: 'school' });
    const { id } = await paperFor([asha, ben]);
    const teacher = await story.staff('school', 'teacher');
    await sit(asha, id, [2, 3, 3, 0, 2, 2]);
    await sit(ben, id, [2, 2, 2, 2, 2, 2]);
    story.pass(700);

    const first = await reportOf(asha, id);
    expect(first).toMatchObject({ is_accessible_student_data: false, hide_leaderboard: true, hide_test_question_revise_experience: true });
    expect(first.data?.overview.at(-1)).toMatchObject({ total: 10 });
    expect(first.data).toMatchObject({ standing: null, chapter_performance: [], time_per_question: [], top_list: [] });
    expect(first.test_report_insights).toBeNull();
    expect(await asha.call(getLeaderboard, { id })).toMatchObject({ hide_leaderboard: true, entries: [] });
    expect(await asha.call(getRank, { id })).toEqual({ standing: null, neighbours: [], hide_leaderboard: true });

    await expect(teacher.call(publishPaper, { id })).rejects.toMatchObject({ code: 'not_possible', status: 409 });
    expect(await teacher.call(publishResults, { id })).toMatchObject({ notified_count: 2, withheld: [] });
    await expect(teacher.call(publishResults, { id })).rejects.toMatchObject({ message: expect.stringContaining('published already') });
    const second = await reportOf(asha, id);
    expect(second).toMatchObject({ is_accessible_student_data: true, hide_leaderboard: false, hide_test_question_revise_experience: true });
    expect(second.data).toMatchObject({ standing: { rank: 2, appeared: 2 }, rushed_answers: [] });
    expect(await asha.call(getRank, { id })).toMatchObject({
      standing: { rank: 2, percentile: null, appeared: 2, is_ranked: true },
      neighbours: [{ rank: 1 }, { rank: 2, student_id: asha.id }],
    });
    expect(second.data?.time_per_question.flatMap((subject) => subject.questions.map(({ result }) => result))).toEqual(Array(6).fill(null));
    expect(second.data?.chapter_performance.flatMap(({ weak_chapters }) => weak_chapters)).not.toEqual([]);
    await expect(asha.call(getImprovementData, { id, type: 'incorrect' })).rejects.toMatchObject({ code: 'review_not_allowed' });

    await teacher.call(publishPaper, { id });
    await expect(teacher.call(publishPaper, { id })).rejects.toMatchObject({ code: 'not_possible' });
    const third = await reportOf(asha, id);
    expect(third.hide_test_question_revise_experience).toBe(false);
    expect(third.data?.rushed_answers).toHaveLength(2);
  });

  test('has no figures of chapters and time while students may still take the test, though its results are published', async () => {
    const { id } = await paperFor([asha]);
    const at = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000);
    const closes_at = at(1);
    await story.database.pool.query('update papers set opens_at = $2, closes_at = $3 where id = $1', [id, at(-1), closes_at]);
    await sit(asha, id, [2, 3, 2, 3, 2, 2]);
    const teacher = await story.staff('school', 'teacher');
    await teacher.call(publishResults, { id });
    const figures = async () => {
      const { data } = await reportOf(asha, id);
      const chapters = data?.chapter_performance.flatMap(({ weak_chapters, strong_chapters }) => [...weak_chapters, ...strong_chapters]);
      const answered = data?.overall_time_chart.questions_per_time.reduce((sum, slice) => sum + slice.answered, 0);
      const isPublished = data?.time_per_question.length !== 0;
      return { isPublished, chapters: chapters?.length, answered, isStillTaken: data?.is_still_taken, until: data?.taken_until };
    };
    const whileTaken = { isPublished: true, chapters: 0, answered: 0, isStillTaken: true, until: closes_at.toISOString() };
    expect(await figures()).toEqual(whileTaken);
    story.pass(2 * 3600);
    expect(await figures()).toEqual({ isPublished: true, chapters: 1, answered: 6, isStillTaken: false, until: null });
  });

  test('shows nothing of a retake while its answers are hidden, then the rank that it would have had', async () => {
    const ben = await story.student({ institute: 'school' });
    const { id, code } = await paperFor([asha, ben], false, { retakable: true });
    await sit(asha, id, [2, 0, 0, 0, 0, 0]);
    await sit(ben, id, [2, 2, 0, 0, 0, 0]);
    await sit(asha, id, [2, 2, 2, 2, 2, 2]);
    expect(await reportOf(asha, id)).toMatchObject({ data: null, is_data_not_present: true, test_report_insights: null });
    story.pass(700);
    await staff(story, 'publish', code);
    const { data } = await reportOf(asha, id);
    expect(data).toMatchObject({ standing: { rank: 1, appeared: 2, is_ranked: false }, bottom_list: [], merged_standing: null });
    expect(data?.top_list[0]?.entries.map(({ total }) => total)).toEqual([8, 4]);
  });

  test('compares with earlier mocks, unless the sign-in reaches the institute alone', async () => {
    const mock = await paperFor([], true);
    await sit(asha, mock.id, [2, 2, 2, 2, 2, 2]);
    const { id } = await paperFor([asha]);
    story.pass(60);
    await sit(asha, id, [2, 2, 3, 0, 1, 2]);
    const owner = await story.staff('school', 'owner');
    await owner.call(publishResults, { id });
    const earlierOf = async (by: Visitor) => (await reportOf(by, id)).test_report_insights?.earlier;
    expect(await earlierOf(asha)).toEqual({ count: 1, best_score: 24, last_score: 24 });
    expect(await earlierOf(await signInWithCode(story, owner, 'school', asha.id))).toBeNull();
  });

  test('never mixes marks before a correction with ranks after it', async () => {
    const { id } = await paperFor([], true);
    await sit(asha, id, [2, 2, 2, 2, 2, 2]);
    await correctKey({ db: story.database.db, now: story.now, random: Math.random, actor: operatorOfBank }, 'cells-021', {
      keys: [3],
      correction: null,
      reason: 'Misprint.',
    });
    const meanwhile = await reportOf(asha, id);
    expect(meanwhile).toMatchObject({ hide_leaderboard: true, data: { standing: null } });
    await workOffJobs(story);
    const after = await reportOf(asha, id);
    expect(after).toMatchObject({ hide_leaderboard: false, data: { standing: { rank: 1 } } });
    expect(after.data?.overview.at(-1)?.total).toBe(after.data?.bottom_list[0]?.total);
    await story.database.pool.query("update questions set accepted_answers = '[2]' where code = 'cells-021'");
    await story.database.pool.query('update papers set version = version + 1');
  });
});

describe('questions to work on', () => {
  test('are of the requested type, contain the student’s attempt and the solution, and are added to the mistake book once', async () => {
    const { id } = await paperFor([], true);
    const questions = await sit(asha, id, [2, 2, 3, 0, 1, 2], [40, 130, 10, 150, 60, 5]);
    const wrong = await asha.call(getImprovementData, { id, type: 'incorrect' });
    expect(wrong.improvements).toEqual([
      { type: 'incorrect', question_ids: [questions[2], questions[4]] },
      { type: 'unattempted', question_ids: [questions[3]] },
      { type: 'rushed', question_ids: [questions[2]] },
      { type: 'late_skip', question_ids: [questions[3]] },
      { type: 'marked', question_ids: [questions[0]] },
    ]);
    expect(wrong.question_data.map(({ id: question, answers }) => [question, answers])).toEqual([
      [questions[2], [2]],
      [questions[4], [2]],
    ]);
    expect(wrong.question_responses).toMatchObject([
      { responses: [3], result: -1 },
      { responses: [1], result: -1 },
    ]);
    const marked = await asha.call(getImprovementData, { id, type: 'marked' });
    expect(marked.question_facts).toMatchObject([{ question_id: questions[0], median: null, is_in_mistake_book: false }]);
    for (let times = 0; times < 2; times += 1) await asha.call(addToMistakeBook, { id, question_id: questions[0] ?? 0 });
    expect((await asha.call(getImprovementData, { id, type: 'marked' })).question_facts).toMatchObject([{ is_in_mistake_book: true }]);
    const book = await asha.call(getMistakes, {});
    expect(book.mistakes.find(({ question }) => question.id === questions[0])).toMatchObject({ times_missed: 1, kind: 'late_skip' });
    const stranger = await story.student();
    await expect(stranger.call(addToMistakeBook, { id, question_id: questions[0] ?? 0 })).rejects.toMatchObject({ status: 404 });
    await expect(asha.call(addToMistakeBook, { id, question_id: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are refused for a type that does not exist', async () => {
    const { id } = await paperFor([], true);
    await sit(asha, id, [2]);
    const answer = await asha.send({ method: 'GET', url: `/api/student_app/${id}/get_improvement_data?type=clever` });
    expect(answer.statusCode).toBe(400);
  });
});

describe('a leaderboard', () => {
  test('has pages, with equal ranks for equal totals and with the caller’s neighbours; a page beyond the end is empty', async () => {
    const { id } = await paperFor([], true);
    const others = [await story.student(), await story.student()];
    await sit(asha, id, [2, 0, 0, 0, 0, 0]);
    for (const other of others) await sit(other, id, [2, 2, 0, 0, 0, 0]);
    const all = await asha.call(getLeaderboard, { id });
    expect(all.entries.map(({ rank, total }) => [rank, total])).toEqual([
      [1, 8],
      [1, 8],
      [3, 4],
    ]);
    expect(all).toMatchObject({ total: 3, hide_leaderboard: false, neighbours: all.entries });
    expect(Object.keys(all.entries[0] ?? {}).toSorted()).toEqual(['name', 'rank', 'student_id', 'total']);
    expect(await asha.call(getLeaderboard, { id, page: 9000 })).toMatchObject({ entries: [], total: 3 });
    expect((await asha.call(getLeaderboard, { id, subject_id: 2 })).entries.map(({ rank }) => rank)).toEqual([1, 1, 1]);
    await expect(asha.call(getLeaderboard, { id, subject_id: 3 })).rejects.toMatchObject({ code: 'not_found' });
    for (const page of ['-1', '0', '1e9', '2.5', 'last']) {
      const answer = await asha.send({ method: 'GET', url: `/api/tests/${id}/get_leaderboard?page=${page}` });
      expect(answer.statusCode, page).toBe(400);
    }
  });
});
