import type { Answer } from '@abhyas/contract/endpoint';
import type { getChildren } from '@abhyas/contract/reports/guardians';
import { percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { i18n, named } from '../../../platform/language.ts';
import { formatComing, formatDate, formatNumber } from '../../../ui/format.ts';

export type Child = Answer<typeof getChildren>['children'][number];
type Result = NonNullable<Child['last_result']>;

/** A result counts as better or lower if it differs from the usual result by at least this many percentage points. */
const farPoints = 5;
/** The fewest students among whom a rank is meaningful. */
const leastAppeared = 3;

export const firstNameOf = (name: string | null): string => name?.trim().split(/\s+/)[0] ?? i18n.t('Your child');

export const rankWords = ({ rank, appeared }: Pick<Result, 'rank' | 'appeared'>): string | null =>
  rank === null || appeared < leastAppeared
    ? null
    : i18n.t('rank {rank} of {appeared}', { rank: formatNumber(rank), appeared: formatNumber(appeared) });

function besideUsual(percent: number, usual: number | null): string | null {
  if (usual === null) return null;
  if (Math.abs(percent - usual) < farPoints) return i18n.t('about as usual');
  return percent > usual
    ? i18n.t('better than the usual {usual}%', { usual: formatNumber(usual) })
    : i18n.t('lower than the usual {usual}%', { usual: formatNumber(usual) });
}

/** The last result in one sentence. */
export function sentenceOf({ name, institute_name, last_result, usual_percent }: Child): string {
  const who = firstNameOf(name);
  if (!last_result) return i18n.t('{who} has no result at {institute_name} yet.', { who, institute_name });
  const percent = percentOfMarks(last_result);
  const rank = rankWords(last_result);
  const scored = i18n.t('{who} scored {score} of {max_score} ({percent}%) in {test} on {date}', {
    who,
    score: formatNumber(last_result.score),
    max_score: formatNumber(last_result.max_score),
    percent: formatNumber(percent),
    test: named(last_result.name),
    date: formatDate(last_result.finished_at),
  });
  const sentence = [scored, rank, besideUsual(percent, usual_percent)].filter(Boolean).join(', ');
  return i18n.t('{sentence}.', { sentence });
}

/** The figures for a parent: the last test, attendance, the next test. `now` in ms. */
export function figuresOf({ last_result, attendance, next_test }: Child, now: number): { name: string; value: string; note: string }[] {
  const opens = next_test?.opens_at ?? null;
  const isComing = opens !== null && Date.parse(opens) > now;
  return [
    ...(last_result
      ? [
          {
            name: i18n.t('Last test'),
            value: `${formatNumber(percentOfMarks(last_result))}%`,
            note: i18n.t('{score} of {max_score} marks', {
              score: formatNumber(last_result.score),
              max_score: formatNumber(last_result.max_score),
            }),
          },
        ]
      : []),
    ...(attendance
      ? [
          {
            name: i18n.t('Attendance'),
            value: `${formatNumber(percentRoundedUp(attendance.attended, attendance.total_classes) ?? 0)}%`,
            note: i18n.t('{attended} of {total_classes, plural, one {# class} other {# classes}}', {
              attended: formatNumber(attendance.attended),
              total_classes: attendance.total_classes,
            }),
          },
        ]
      : []),
    next_test
      ? { name: i18n.t('Next test'), value: isComing ? formatComing(opens, now) : i18n.t('Open now'), note: named(next_test.name) }
      : { name: i18n.t('Next test'), value: i18n.t('None'), note: i18n.t('planned at the moment') },
  ];
}

export interface Line {
  kind: 'missed' | 'attendance' | 'subject';
  words: string;
  /** Whether the line is shown as a concern. */
  isConcern: boolean;
}

/** Topics that a parent may want to talk about, one line each. */
export function linesOf({ missed, attendance, weak_subject }: Child): Line[] {
  const lines: Line[] = [];
  if (missed.length > 0)
    lines.push({
      kind: 'missed',
      words: i18n.t('Missed in the last 30 days: {tests}.', { tests: missed.map((test) => named(test.name)).join(', ') }),
      isConcern: true,
    });
  const risks = attendance?.at_risk ?? [];
  if (risks.length > 0) {
    const words = risks.map(({ subject_name, classes_needed }) =>
      i18n.t('{subject_name} (attend the next {classes_needed})', {
        subject_name: i18n.t(subject_name),
        classes_needed: formatNumber(classes_needed),
      }),
    );
    lines.push({ kind: 'attendance', words: i18n.t('Attendance below 75% in {words}.', { words: words.join(', ') }), isConcern: true });
  }
  if (weak_subject)
    lines.push({
      kind: 'subject',
      words: i18n.t('{name} needs help most: {percent}% of its marks in the latest tests.', {
        name: i18n.t(weak_subject.name),
        percent: formatNumber(weak_subject.percent),
      }),
      isConcern: false,
    });
  return lines;
}
