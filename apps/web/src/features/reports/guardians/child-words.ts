import type { Answer } from '@abhyas/contract/endpoint';
import type { getChildren } from '@abhyas/contract/reports/guardians';
import { percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { formatComing, formatDate, formatNumber, plural } from '../../../ui/format.ts';

export type Child = Answer<typeof getChildren>['children'][number];
type Result = NonNullable<Child['last_result']>;

/** A result counts as better or lower if it differs from the usual result by at least this many percentage points. */
const farPoints = 5;
/** The fewest students among whom a rank is meaningful. */
const leastAppeared = 3;

export const firstNameOf = (name: string | null): string => name?.trim().split(/\s+/)[0] ?? 'Your child';

export const rankWords = ({ rank, appeared }: Pick<Result, 'rank' | 'appeared'>): string | null =>
  rank === null || appeared < leastAppeared ? null : `rank ${formatNumber(rank)} of ${formatNumber(appeared)}`;

function besideUsual(percent: number, usual: number | null): string {
  if (usual === null) return '';
  if (Math.abs(percent - usual) < farPoints) return ', about as usual';
  return percent > usual ? `, better than the usual ${formatNumber(usual)}%` : `, lower than the usual ${formatNumber(usual)}%`;
}

/** The last result in one sentence. */
export function sentenceOf({ name, institute_name, last_result, usual_percent }: Child): string {
  const who = firstNameOf(name);
  if (!last_result) return `${who} has no result at ${institute_name} yet.`;
  const percent = percentOfMarks(last_result);
  const rank = rankWords(last_result);
  const marks = `${formatNumber(last_result.score)} of ${formatNumber(last_result.max_score)} (${formatNumber(percent)}%)`;
  return `${who} scored ${marks} in ${last_result.name} on ${formatDate(last_result.finished_at)}${rank ? `, ${rank}` : ''}${besideUsual(percent, usual_percent)}.`;
}

/** The figures for a parent: the last test, attendance, the next test. `now` in ms. */
export function figuresOf({ last_result, attendance, next_test }: Child, now: number): { name: string; value: string; note: string }[] {
  const opens = next_test?.opens_at ?? null;
  const isComing = opens !== null && Date.parse(opens) > now;
  return [
    ...(last_result
      ? [
          {
            name: 'Last test',
            value: `${formatNumber(percentOfMarks(last_result))}%`,
            note: `${formatNumber(last_result.score)} of ${formatNumber(last_result.max_score)} marks`,
          },
        ]
      : []),
    ...(attendance
      ? [
          {
            name: 'Attendance',
            value: `${formatNumber(percentRoundedUp(attendance.attended, attendance.total_classes) ?? 0)}%`,
            note: `${formatNumber(attendance.attended)} of ${plural(attendance.total_classes, 'class', 'classes')}`,
          },
        ]
      : []),
    next_test
      ? { name: 'Next test', value: isComing ? formatComing(opens, now) : 'Open now', note: next_test.name }
      : { name: 'Next test', value: 'None', note: 'planned at the moment' },
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
    lines.push({ kind: 'missed', words: `Missed in the last 30 days: ${missed.map((test) => test.name).join(', ')}.`, isConcern: true });
  const risks = attendance?.at_risk ?? [];
  if (risks.length > 0) {
    const words = risks.map(({ subject_name, classes_needed }) => `${subject_name} (attend the next ${formatNumber(classes_needed)})`);
    lines.push({ kind: 'attendance', words: `Attendance below 75% in ${words.join(', ')}.`, isConcern: true });
  }
  if (weak_subject)
    lines.push({
      kind: 'subject',
      words: `${weak_subject.name} needs help most: ${formatNumber(weak_subject.percent)}% of its marks in the latest tests.`,
      isConcern: false,
    });
  return lines;
}
