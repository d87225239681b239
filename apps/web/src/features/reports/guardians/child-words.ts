import type { Answer } from '@abhyas/contract/endpoint';
import type { getChildren } from '@abhyas/contract/reports/guardians';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { formatDate, formatDateTime, formatNumber, plural } from '../../../ui/format.ts';

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

export interface Line {
  kind: 'next' | 'missed' | 'attendance' | 'subject';
  words: string;
  /** Whether the line is shown as a concern. */
  isConcern: boolean;
}

function nextWords({ name, opens_at, closes_at }: NonNullable<Child['next_test']>, now: number): string {
  if (opens_at !== null && Date.parse(opens_at) > now) return `Next test: ${name}, from ${formatDateTime(opens_at)}.`;
  return closes_at === null ? `${name} is open now.` : `${name} is open now, until ${formatDateTime(closes_at)}.`;
}

/** The further facts for a parent, one line each: concerns first, then the next test. `now` in ms. */
export function linesOf({ name, missed, attendance, weak_subject, next_test }: Child, now: number): Line[] {
  const who = firstNameOf(name);
  const lines: Line[] = [];
  if (missed.length > 0)
    lines.push({ kind: 'missed', words: `Missed in the last 30 days: ${missed.map((test) => test.name).join(', ')}.`, isConcern: true });
  if (attendance) {
    const { attended, total_classes, at_risk } = attendance;
    const sum = `Attended ${formatNumber(attended)} of ${plural(total_classes, 'class', 'classes')}`;
    const risks = at_risk.map(({ subject_name, classes_needed }) => `${subject_name} (attend the next ${formatNumber(classes_needed)})`);
    const words = risks.length > 0 ? `${sum}. Below 75% in ${risks.join(', ')}.` : `${sum}.`;
    lines.push({ kind: 'attendance', words, isConcern: risks.length > 0 });
  }
  if (weak_subject)
    lines.push({
      kind: 'subject',
      words: `${weak_subject.name} needs help most: ${formatNumber(weak_subject.percent)}% of its marks in the latest tests.`,
      isConcern: false,
    });
  if (next_test) lines.push({ kind: 'next', words: nextWords(next_test, now), isConcern: false });
  else if (lines.length === 0) lines.push({ kind: 'next', words: `No test is set for ${who} at the moment.`, isConcern: false });
  return lines;
}
