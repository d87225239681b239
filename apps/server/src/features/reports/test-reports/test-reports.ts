import type { Answer } from '@abhyas/contract/endpoint';
import type { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import {
  chapterPerformance,
  improvementsOf,
  improvementTypes,
  isLateSkip,
  isRushedAnswer,
  overallTimeChart,
} from '@abhyas/exam/reports/report';
import { reportActions, scoreWithoutRushed, timelineOf } from '@abhyas/exam/reports/test-insights';
import { totalOf } from '@abhyas/exam/tests/paper-marks';
import type { Context, Student } from '../../../context.ts';
import * as ranks from '../../tests/ranks/ranks.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { challengeWindowOf } from '../../exam-office/key-challenges/key-challenges.ts';
import { mergedStandingOf } from '../../exam-office/shift-groups/shift-groups.ts';
import { onReportedAttempt, type PlacedReportedQuestion, type ReportedAttempt } from './reported-attempt.ts';
import * as store from './test-reports.store.ts';

type Report = Answer<typeof getStudentTestReports>;
type Data = NonNullable<Report['data']>;

const topCount = 5;
const neighboursEachSide = 2;

const overviewOf = (attempt: ReportedAttempt): Data['overview'] => attempt.reports.map(({ score, ...row }) => ({ ...row, total: score }));

const subjectsOf = ({ reports }: ReportedAttempt) =>
  reports.flatMap(({ subject_id, subject_name }) => (subject_id === null ? [] : [{ id: subject_id, name: subject_name }]));

type Standing = Pick<Data, 'standing' | 'merged_standing' | 'score_rank_hash' | 'top_list' | 'bottom_list' | 'specific_bottom_list'>;

const withoutStanding: Standing = {
  standing: null,
  merged_standing: null,
  score_rank_hash: [],
  top_list: [],
  bottom_list: [],
  specific_bottom_list: [],
};

/** Rank, percentile and the short lists; for an unranked attempt, the rank that it would have had. */
async function standingInPaper(context: Context, attempt: ReportedAttempt, scores: readonly number[]): Promise<Standing> {
  const { session, content } = attempt;
  const part = ranks.wholePaper(content.paper.id);
  const { score } = totalOf(attempt);
  const asked = [...new Set([score, ...scores])];
  const places = await ranks.placesOf(context, part, asked);
  const [own] = places;
  const ids = [part.subject_id, ...subjectsOf(attempt).map(({ id }) => id)];
  const tops = await ranks.topsOf(context, part.paper_id, ids, topCount);
  const around = session.is_ranked
    ? await ranks.neighboursIn(context, part.paper_id, ids, session.student_id, neighboursEachSide)
    : new Map<number, ranks.RankedSession[]>();
  const entries = await ranks.entriesOf(context, [...ids.map((id) => tops.get(id) ?? []), ...ids.map((id) => around.get(id) ?? [])]);
  const listsOf = ids.map((id, at) => ({
    subject_id: id === part.subject_id ? null : id,
    top: entries[at] ?? [],
    around: entries[ids.length + at] ?? [],
  }));
  return {
    standing: own ? { rank: own.rank, percentile: own.percentile, appeared: own.appeared, is_ranked: session.is_ranked } : null,
    merged_standing:
      session.is_ranked && content.paper.institute_id !== null
        ? await mergedStandingOf(context, content.paper.id, session.student_id)
        : null,
    score_rank_hash: asked.map((each, at) => ({ score: each, rank: places[at]?.rank ?? 1 })),
    top_list: listsOf.map(({ subject_id, top }) => ({ subject_id, entries: top })),
    bottom_list: listsOf[0]?.around ?? [],
    specific_bottom_list: listsOf.flatMap(({ subject_id, around }) => (subject_id === null ? [] : [{ subject_id, entries: around }])),
  };
}

/** Sums over chapters and slices of time. */
function figuresOf(attempt: ReportedAttempt): Pick<Data, 'chapter_performance' | 'overall_time_chart'> {
  const counted = attempt.questions.filter(({ question_id }) => !attempt.withoutFigures.has(question_id));
  const slices = overallTimeChart(counted, attempt.visits, attempt.content.paper.test_duration);
  return {
    chapter_performance: subjectsOf(attempt).map(({ id, name }) => ({
      subject_id: id,
      ...chapterPerformance(counted.filter((question) => question.subject_name === name)),
    })),
    overall_time_chart: {
      questions_per_time: slices.map(({ accuracy: _accuracy, ...slice }) => slice),
      accuracy_per_time: slices.map(({ accuracy }) => accuracy),
    },
  };
}

const noFigures: ReturnType<typeof figuresOf> = {
  chapter_performance: [],
  overall_time_chart: { questions_per_time: [], accuracy_per_time: [] },
};

const timed = ({ question_id, position, subject_id, question_time_spent, median_time }: PlacedReportedQuestion) => ({
  question_id,
  number: position + 1,
  subject_id,
  duration: question_time_spent,
  median: median_time,
});

const shownOf = ({ questions, hidden }: ReportedAttempt) => questions.filter(({ question_id }) => !hidden.has(question_id));

function timePerQuestion(attempt: ReportedAttempt): Data['time_per_question'] {
  return subjectsOf(attempt).map(({ id, name }) => ({
    subject_id: id,
    questions: attempt.questions
      .filter(({ subject_name }) => subject_name === name)
      .map((question) => ({ ...timed(question), result: attempt.hidden.has(question.question_id) ? null : question.outcome })),
  }));
}

async function insightsOf(
  context: Context,
  { reach }: Student,
  attempt: ReportedAttempt,
): Promise<NonNullable<Report['test_report_insights']>> {
  const shown = shownOf(attempt);
  const improvements = improvementsOf(shown);
  const { paper } = attempt.content;
  return {
    actions: reportActions(shown),
    improvement_counts: improvementTypes.map((type) => ({ type, count: improvements[type].length })),
    without_rushed: scoreWithoutRushed(totalOf(attempt).score, shown),
    earlier: await store.findEarlier(context, attempt.session, paper, reach === 'account'),
    timeline: timelineOf(attempt.visits),
  };
}

/** The report of the student's latest finished attempt at a test, with the parts that may be shown now. */
export async function studentTestReport(context: Context, student: Student, paper_id: number): Promise<Report> {
  return onReportedAttempt(context, student, paper_id, async (within, attempt): Promise<Report> => {
    const { session, content, hidden, withheldByOthers, withheldUntil, isStillTaken } = attempt;
    const { isPublished, isRetake, isBeingMarked, can_review } = attempt;
    const { closes_at } = content.paper;
    const hide_leaderboard = !isPublished || isBeingMarked;
    const test_info = sessions.testInfo(content.paper, session, content.questions.length, within.now);
    const key_challenges = content.paper.institute_id === null ? null : await challengeWindowOf(within, paper_id);
    const state = { test_info, key_challenges, hide_leaderboard, hide_test_question_revise_experience: !can_review };
    // The score of a retake would reveal the keys one by one.
    if (isRetake && hidden.size > 0)
      return {
        ...state,
        data: null,
        is_accessible_student_data: false,
        is_data_not_present: true,
        hide_leaderboard: true,
        test_report_insights: null,
      };
    const insights = isPublished ? await insightsOf(within, student, attempt) : null;
    const shown = shownOf(attempt);
    const subjects = subjectsOf(attempt);
    return {
      ...state,
      is_accessible_student_data: isPublished,
      is_data_not_present: false,
      test_report_insights: insights,
      data: {
        subject_ids: subjects.map(({ id }) => id),
        subject_mapping: subjects,
        overview: overviewOf(attempt),
        total_scores: attempt.reports.map(({ subject_id, max_score }) => ({ subject_id, max_score })),
        ...(hide_leaderboard ? withoutStanding : await standingInPaper(within, attempt, insights ? [insights.without_rushed.score] : [])),
        ...(isPublished ? figuresOf(attempt) : noFigures),
        time_per_question: isPublished ? timePerQuestion(attempt) : [],
        rushed_answers: isPublished ? shown.filter(isRushedAnswer).map(timed) : [],
        late_skips: isPublished ? shown.filter(isLateSkip).map(timed) : [],
        is_online: true,
        student: { id: student.id, first_name: student.name?.trim().split(/\s+/)[0] ?? '' },
        finished_at: session.finished_at?.toISOString() ?? null,
        is_time_up: session.finished_by === 'clock',
        answered_count: [...attempt.responses.values()].filter(hasAnswer).length,
        received_late: await sessions.hasLate(within, session.student_id, session.id),
        withheld_count: withheldByOthers.size,
        withheld_until: withheldUntil === null ? null : new Date(withheldUntil).toISOString(),
        is_still_taken: isStillTaken,
        taken_until: isStillTaken && closes_at !== null && closes_at > within.now ? closes_at.toISOString() : null,
      },
    };
  });
}

const hasAnswer = ({ responses, rich_response }: sessions.ResponseRow) => responses.length > 0 || /\d/.test(rich_response ?? '');

export { bookQuestion, improvementData } from './improvements.ts';
