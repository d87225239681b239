import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getDailyPlan } from '@abhyas/contract/practice/day-plan';
import { Problem } from '@abhyas/contract/problem';
import { daysToExam, weekStates } from '@abhyas/exam/practice/day-plan';
import { type Pattern, patternsOf, say, type Sentence, textOf } from '@abhyas/exam/institute/sentence';
import { dateOfDay, indianDay, startOfIndianDay, weekStart } from '@abhyas/exam/institute/indian-day';
import type { Context, Student } from '../../../context.ts';
import { meanSeconds, subjectsOf } from '../../bank/chapters/chapters.ts';
import { dueToday, reviewedSince } from '../../bank/mistakes/mistakes.ts';
import { sessionPlaces } from '../practice/practice.ts';
import { examsOf, type Goals, goalsOf } from '../goals/goals.ts';
import { answeredByDay, hasAnswered } from '../progress/progress.ts';
import { chaptersToGain } from '../score-path/score-path.ts';
import { findSession } from '../../tests/sessions/sessions.ts';
import * as store from './day-plan.store.ts';

type Plan = Answer<typeof getDailyPlan>;
type Kind = Plan['lines'][number]['kind'];

/** A stored line of the day's plan. */
interface KeptLine {
  kind: Kind;
  object_type: Plan['lines'][number]['object_type'];
  session_type: Plan['lines'][number]['session_type'];
  object_id: number;
  session_id: number | null;
  title: string;
  detail: string;
  /** Absent in lines that an earlier version stored. */
  said?: Pattern[];
  /** Number of questions when the line was added to the plan. */
  count: number;
}

const kinds: readonly Kind[] = ['continue', 'mistakes', 'weakest'];
const questionsAtOnce = 10;
const usualSeconds = 75;
const nameOfSession: Record<number, string> = {
  [objectTypes.personalised_test]: say`Personalised Assignment`.text,
  [objectTypes.skill]: say`Mistake Book`.text,
};

const worded = (title: Sentence | string, detail: Sentence | string) => ({
  title: textOf(title),
  detail: textOf(detail),
  said: patternsOf([title, detail]),
});

/** The line for the session in progress. */
function continueLine(student: Student, open: store.OpenPractice): KeptLine {
  const part =
    open.topic_name ??
    nameOfSession[open.object_type] ??
    (open.session_type === sessionTypes.previous_paper ? say`Previous Paper` : say`Revise Misses`).text;
  return {
    kind: 'continue',
    object_type: open.object_type as KeptLine['object_type'],
    session_type: open.session_type as KeptLine['session_type'],
    object_id: open.topic_id ?? open.chapter_id ?? student.id,
    session_id: open.id,
    ...worded(open.chapter_name ? say`${open.chapter_name}: ${part}` : part, ''),
    count: questionsAtOnce,
  };
}

/** New lines, of kinds that the day's plan does not have yet. */
async function furtherLines(
  context: Context,
  student: Student,
  goals: Goals,
  kept: readonly KeptLine[],
  due: { count: number; subjects: string[] },
) {
  const has = (kind: Kind) => kept.some((line) => line.kind === kind);
  const subject_ids = (await subjectsOf(context, student)).flatMap(({ ids }) => ids);
  const lines: KeptLine[] = [];
  const open = has('continue') ? undefined : await store.findOpenPractice(context, student.id, subject_ids);
  // An object that is already in the plan gets no second line.
  const isKept =
    open &&
    kept.some(
      ({ object_type, session_type, object_id }) =>
        object_type === open.object_type &&
        session_type === open.session_type &&
        object_id === (open.topic_id ?? open.chapter_id ?? student.id),
    );
  if (open && !isKept) lines.push(continueLine(student, open));
  if (!has('mistakes') && due.count > 0) {
    const count = Math.min(due.count, questionsAtOnce);
    lines.push({
      kind: 'mistakes',
      object_type: objectTypes.skill,
      session_type: sessionTypes.revise,
      object_id: student.id,
      session_id: null,
      ...worded(count === 1 ? say`Redo 1 mistake` : say`Redo ${count} mistakes`, due.subjects.join(', ')),
      count,
    });
  }
  if (!has('weakest')) {
    const except = [...kept, ...lines].find(
      ({ kind, object_type }) => kind === 'continue' && object_type === objectTypes.checkpoint,
    )?.object_id;
    const { exam, exam_year, target_score } = goals;
    const onPath =
      exam && exam_year && target_score ? await chaptersToGain(context, student, { exam, year: exam_year, target: target_score }) : [];
    const chapter_ids = onPath.map(({ id }) => id);
    const topic = await store.findWeakestTopic(context, student, subject_ids, except ?? null, chapter_ids);
    if (topic) {
      const isOnPath = chapter_ids.includes(topic.chapter_id);
      lines.push({
        kind: 'weakest',
        object_type: objectTypes.checkpoint,
        session_type: sessionTypes.adaptive,
        object_id: topic.id,
        session_id: null,
        ...worded(
          say`${topic.chapter_name}: ${topic.name}`,
          isOnPath
            ? say`${questionsAtOnce} questions, ${topic.subject_name}, on your score path`
            : say`${questionsAtOnce} questions, ${topic.subject_name}`,
        ),
        count: questionsAtOnce,
      });
    }
  }
  return lines;
}

/** The present state of a line: how much is left, and whether it is done. */
async function shownLine(context: Context, student: Student, line: KeptLine, dueNow: number, seconds: number, since: Date) {
  const { session_id, count: kept, said = [], ...shown } = line;
  let count = kept;
  let detail: Sentence | string = line.detail;
  let is_done = false;
  if (line.kind === 'continue' && session_id !== null) {
    const session = await findSession(context, student.id, session_id);
    is_done = session?.status !== 'IN_PROGRESS';
    if (session && !is_done) {
      const places = (await sessionPlaces(context, session)).length;
      detail = say`Question ${Math.min(session.current_index + 1, places)} of ${places}`;
      count = Math.max(1, places - session.current_index);
    }
  }
  if (line.kind === 'mistakes') is_done = dueNow === 0 || (await reviewedSince(context, student.id, since)) >= kept;
  if (line.kind === 'weakest') is_done = await store.hasFinishedTopic(context, student.id, line.object_id, since);
  return {
    ...shown,
    detail: textOf(detail),
    said: [...said, ...patternsOf([detail])],
    is_done,
    minutes: Math.max(1, Math.round((count * seconds) / 60)),
  };
}

/** The student's plan for today. Lines stay for the day, with a tick when they are done; later lines are added. */
export async function dailyPlan(context: Context, student: Student): Promise<Plan> {
  if (student.is_higher_education || student.has_only_test_board_access) throw new Problem('not_allowed');
  const today = indianDay(context.now);
  const since = startOfIndianDay(today);
  const goals = await goalsOf(context, student.id);
  const answered = await answeredByDay(context, student.id, weekStart(today));
  const isUsed = answered.size > 0 || (await hasAnswered(context, student.id));
  const groups = await subjectsOf(context, student);
  const subject_ids = groups.flatMap(({ ids }) => ids);
  const due = await dueToday(context, student);
  const open = isUsed ? undefined : await store.findOpenPractice(context, student.id, subject_ids);
  const is_new = !isUsed && due.count === 0 && !open;

  let lines: KeptLine[] = [];
  if (!is_new) {
    const kept = (await store.findLines(context, student.id, today)) as KeptLine[];
    const further = await furtherLines(context, student, goals, kept, due);
    lines = [...kept, ...further].toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
    if (further.length > 0) await store.writeLines(context, student.id, today, lines);
  }
  const seconds = (await meanSeconds(context, student, subject_ids)) ?? usualSeconds;
  const shown = await Promise.all(lines.map((line) => shownLine(context, student, line, due.count, seconds, since)));
  const inPlan = shown.find(({ kind, is_done }) => kind === 'mistakes' && !is_done);
  const start = is_new ? await store.findFirstTopic(context, student, subject_ids) : undefined;
  return {
    lines: shown,
    is_new,
    start: start ? { topic_id: start.id, topic_name: start.name, chapter_name: start.chapter_name } : null,
    daily_goal: goals.daily_goal as Plan['daily_goal'],
    answered_today: answered.get(today) ?? 0,
    week: weekStates(answered, goals.daily_goal, today).map(({ day, state }) => ({
      date: dateOfDay(day),
      state,
      is_today: day === today,
    })),
    exam:
      goals.exam && goals.exam_year
        ? { name: goals.exam, year: goals.exam_year, days: daysToExam(goals.exam, goals.exam_year, context.now) }
        : null,
    asks_exam: !goals.is_asked,
    exams: examsOf(student),
    more_due_count: Math.max(0, due.count - (inPlan ? Math.min(due.count, questionsAtOnce) : 0)),
    next_due_at: due.next_due_at?.toISOString() ?? null,
  };
}
