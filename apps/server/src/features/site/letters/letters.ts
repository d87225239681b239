import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { agreeToLetters, getLetters } from '@abhyas/contract/site/letters';
import { dateOfDay, indianDay, indianTime, startOfIndianDay, weekStart } from '@abhyas/exam/institute/indian-day';
import { type DayCounts, weekFigures } from '@abhyas/exam/practice/progress';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { letterOfBatches, letterOfStudent } from '@abhyas/exam/reports/weekly-letter';
import { type Context, type Person, requireRight, type StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { missedClasses } from '../../classes/attendance/attendance.ts';
import { dueCount } from '../../bank/mistakes/mistakes.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { practiceByDay } from '../../practice/progress/progress.ts';
import { childrenOfGuardian, practiceOfChild, weekOfChild, type WeekOfChild } from '../../reports/guardians/guardians.ts';
import { staffToday } from '../today/today.ts';
import { type LetterPost, waysOf } from './letter-messages.ts';
import * as store from './letters.store.ts';
import { confirmMs } from './mail-links.ts';

export type { LetterPost } from './letter-messages.ts';

type Letters = Answer<typeof getLetters>['letters'];

const readersAtOnce = 500;
const mostBatches = 40;
const daysOfWeek = 7;

/** The last full week in India, the week before it, and their first days. */
function weeksBefore(now: Date) {
  const monday = weekStart(indianDay(now));
  const span = (weeks: number) => ({
    from: startOfIndianDay(monday - weeks * daysOfWeek),
    to: startOfIndianDay(monday - (weeks - 1) * daysOfWeek),
  });
  return { monday, week: span(1), before: span(2) };
}

const dayInWords = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', weekday: 'long', day: 'numeric', month: 'short' });
const whenOf = (moment: string | Date) => `${dayInWords.format(new Date(moment))}, ${indianTime(new Date(moment))}`;
const nextOf = ({ next_test }: WeekOfChild) => {
  const at = next_test?.opens_at ?? next_test?.closes_at;
  return next_test && at ? { name: next_test.name, when: next_test.opens_at ? whenOf(at) : say`until ${whenOf(at)}` } : null;
};

const practiceOf = (days: readonly DayCounts[], now: Date) => ({ week: weekFigures(days, now, 1), before: weekFigures(days, now, 2) });

/** The institute's facts about a student's week. */
async function weekAtInstitute(
  context: Context,
  facts: WeekOfChild,
  of: { student_id: number; institute_id: number; has_classes: boolean },
) {
  const { week } = weeksBefore(context.now);
  const isOfWeek = (moment: string) => Date.parse(moment) >= week.from.getTime() && Date.parse(moment) < week.to.getTime();
  return {
    results: facts.results
      .map((result, at) => ({ ...result, usual: facts.usualBefore(at) }))
      .filter(({ finished_at }) => isOfWeek(finished_at))
      .map((result) => ({ name: result.name, percent: percentOfMarks(result), usual: result.usual })),
    missed_tests: facts.missed.filter(({ closed_at }) => isOfWeek(closed_at)).map(({ name }) => name),
    missed_classes: of.has_classes ? await missedClasses(context, of.institute_id, of.student_id, week) : [],
    next_test: nextOf(facts),
    at_risk: facts.attendance?.at_risk ?? [],
    weak_subject: facts.weak_subject,
  };
}

const nothing = { results: [], missed_tests: [], missed_classes: [], next_test: null, at_risk: [], weak_subject: null };

async function letterToStudent(context: Context, student: Person): Promise<Letters> {
  const { membership } = student;
  const of = membership && {
    student_id: student.id,
    institute_id: membership.institute_id,
    has_classes: !membership.is_institute_student && !membership.has_only_test_board_access,
  };
  const known = of ? await weekAtInstitute(context, await weekOfChild(context, of), of) : nothing;
  const practice = practiceOf(await practiceByDay(context, student.id, weekStart(indianDay(context.now)) - 2 * daysOfWeek), context.now);
  const due_mistakes = await dueCount(context, student, null);
  return [{ about: null, is_paused: false, ...letterOfStudent({ child: null, practice, due_mistakes, ...known }) }];
}

const empty = { rose: [], held: [], fell: [], absent: [], next: [], one_thing: null, said: [] };

/** A letter for each child, under the same agreements as the page of the child. */
async function lettersToGuardian(context: Context, guardian: Person): Promise<Letters> {
  const letters: Letters = [];
  for (const child of await childrenOfGuardian(context, guardian)) {
    const name = child.name ?? 'Your child';
    if (child.is_paused) {
      letters.push({ about: name, is_paused: true, ...empty });
      continue;
    }
    const known = await weekAtInstitute(context, await weekOfChild(context, child), child);
    const practice = child.shows_practice ? practiceOf(await practiceOfChild(context, guardian, child), context.now) : null;
    const first = name.split(' ')[0] ?? name;
    letters.push({ about: name, is_paused: false, ...letterOfStudent({ child: first, practice, due_mistakes: 0, ...known }) });
  }
  return letters;
}

/** The letter of an owner about the institute, and of a teacher about the teacher's batches. */
async function letterToStaff(context: StaffContext, institute_name: string): Promise<Letters> {
  const { institute_id, role, user_id } = context.actor;
  const teacher_id = role === 'teacher' ? user_id : null;
  const { week, before } = weeksBefore(context.now);
  const today = await staffToday(context);
  const batches = await store.findBatchResults(context, institute_id, teacher_id, week, before);
  const letter = letterOfBatches({
    batches: batches.slice(0, mostBatches),
    missed_tests: await store.findMissedTests(context, institute_id, teacher_id, week),
    next: today.next.flatMap(({ name, starts_at }) => (starts_at === null ? [] : [{ name, when: whenOf(starts_at) }])),
    waiting: today.waiting,
  });
  return [{ about: teacher_id === null ? institute_name : `Your batches at ${institute_name}`, is_paused: false, ...letter }];
}

/** The letters of last week for the membership in use. Invigilators and content editors get none. */
async function lettersFor(context: Context, person: Person): Promise<Letters> {
  const { membership } = person;
  if (!membership || membership.role === 'student') return letterToStudent(context, person);
  const { role, institute_name } = membership;
  if (role === 'guardian') return lettersToGuardian(context, person);
  if (role !== 'owner' && role !== 'teacher') return [];
  return letterToStaff({ ...context, actor: requireRight(person, 'results.read') }, institute_name);
}

export async function lettersOf(context: Context, post: LetterPost, person: Person): Promise<Answer<typeof getLetters>> {
  const { monday } = weeksBefore(context.now);
  const reader = await store.findReader(context, person.id);
  const ways = waysOf(post, person);
  return {
    from: dateOfDay(monday - daysOfWeek),
    to: dateOfDay(monday - 1),
    is_agreed: reader?.in_site ?? false,
    by_text: ways.text ? (reader?.by_text ?? false) : null,
    mail: ways.mail ? { address: reader?.mail_address ?? null } : null,
    letters: await lettersFor(context, person),
  };
}

/** Begins or ends the notifications or text messages of a person. They begin with the next Monday. */
export async function agree(context: Context, post: LetterPost, person: Person, { is_agreed, by = 'site' }: Input<typeof agreeToLetters>) {
  if (is_agreed && by === 'text' && !waysOf(post, person).text)
    throw new Problem('not_possible', say`This site sends no letters by text message.`);
  if (is_agreed) await store.beginWay(context, person.id, by, weeksBefore(context.now).monday);
  else await inTransaction(context, (within) => store.endWay(within, person.id, by));
  return { success: true as const };
}

/**
 * Announces the letter of last week to everybody who agreed, a few hundred in a transaction, each once for a Monday. Forgets whoever only
 * asked for a link and let it expire.
 */
export async function tellReaders(context: Context): Promise<void> {
  const { monday } = weeksBefore(context.now);
  await store.endUnusedAsking(context, new Date(context.now.getTime() - confirmMs));
  for (let told = readersAtOnce; told === readersAtOnce; ) {
    told = await inTransaction(context, async (within) => {
      const readers = await store.takeReaders(within, monday, readersAtOnce);
      await notify(within, readers, {
        type: 'LetterNotification',
        title: say`Your Monday letter`,
        message: say`What rose, what fell, and one thing to do this week.`,
        url: '/letter',
      });
      return readers.length;
    });
  }
}
