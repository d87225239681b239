import { marksOf } from './marks.ts';
import { wholePercent } from '../institute/percent.ts';
import { type Answer, isAnswered, type Key } from '../bank/question.ts';
import { subjectName } from '../bank/subjects.ts';
import { countedPositions, exceedsLimit, holdsPosition, type SectionRules } from './sections.ts';

/** Score of one subject, or of the whole paper (`subject_id` null). */
export interface ScoreReport {
  subject_id: number | null;
  subject_name: string;
  score: number;
  max_score: number;
  /** Correct / attempted, whole percent; null when nothing was attempted. */
  accuracy: number | null;
  correct: number;
  incorrect: number;
  /** Number of unattempted questions; questions beyond the attempt limit do not count. */
  unattempted: number;
  not_counted: number;
  question_count: number;
}

/**
 * A question that was withdrawn after the test. `dropped` gives full marks to all students, or in a section with a limit to those whose
 * answer counts; `bonus` gives full marks to students who attempted it.
 */
export type Withdrawal = 'dropped' | 'bonus';

export interface PaperQuestion {
  question_id: number;
  position: number;
  key: Key;
  correction?: Withdrawal | null;
}

export interface MarkedQuestion {
  question_id: number;
  position: number;
  /** -1 incorrect, 0 unattempted, 1 correct, 2 answered but not counted. */
  outcome: -1 | 0 | 1 | 2;
  marks: number;
}

export interface MarkedPaper {
  /** In order of position. */
  questions: MarkedQuestion[];
  reports: ScoreReport[];
  /** Whether a `block` section has more answers than its limit, which flags the session. */
  is_over_limit: boolean;
}

interface MarkedSection {
  rules: SectionRules;
  questions: MarkedQuestion[];
  isOverLimit: boolean;
}

const noAnswer: Answer = { responses: [], rich_response: null };

function markSection(rules: SectionRules, questions: readonly PaperQuestion[], answers: ReadonlyMap<number, Answer>): MarkedSection {
  const answered = new Set(
    questions
      .filter(({ question_id, key }) => isAnswered(key.question_type, answers.get(question_id) ?? noAnswer))
      .map(({ position }) => position),
  );
  const counted = countedPositions(rules, answered);
  let unattemptedLeft = (rules.attempt_limit ?? questions.length) - counted.size;
  const marked = questions.map(({ question_id, position, key, correction = null }): MarkedQuestion => {
    if (answered.has(position) && !counted.has(position)) return { question_id, position, outcome: 2, marks: 0 };
    const isGivenToAll = correction === 'dropped' && rules.attempt_limit === null;
    if (isGivenToAll || (correction !== null && answered.has(position))) return { question_id, position, outcome: 1, marks: rules.correct };
    const { outcome, marks } = marksOf(
      rules,
      { ...key, integer: rules.integer || key.integer === true },
      answers.get(question_id) ?? noAnswer,
    );
    if (outcome !== 0) return { question_id, position, outcome, marks };
    // Some papers give marks for unattempted questions, but not for more questions than may be attempted.
    unattemptedLeft -= 1;
    return { question_id, position, outcome, marks: unattemptedLeft >= 0 ? marks : 0 };
  });
  return { rules, questions: marked, isOverLimit: exceedsLimit(rules, answered) };
}

function reportOf(subject_id: number | null, subject_name: string, sections: readonly MarkedSection[]): ScoreReport {
  const questions = sections.flatMap((section) => section.questions);
  const count = (outcome: MarkedQuestion['outcome']): number => questions.filter((question) => question.outcome === outcome).length;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const attemptable = ({ rules }: MarkedSection): number => rules.attempt_limit ?? rules.question_count;
  const correct = count(1);
  const incorrect = count(-1);
  return {
    subject_id,
    subject_name,
    score: sum(questions.map(({ marks }) => marks)),
    max_score: sum(sections.map((section) => attemptable(section) * section.rules.correct)),
    accuracy: wholePercent(correct, correct + incorrect),
    correct,
    incorrect,
    unattempted: sum(sections.map(attemptable)) - correct - incorrect,
    not_counted: count(2),
    question_count: sum(sections.map(({ rules }) => rules.question_count)),
  };
}

/** The score of the whole paper, which `markPaper` puts last. */
export function totalOf({ reports }: Pick<MarkedPaper, 'reports'>): ScoreReport {
  const total = reports.at(-1);
  if (!total) throw new RangeError('A marked paper has a total');
  return total;
}

/**
 * Marks a whole paper: every question, then a report for each subject name in paper order (`subject_id` is the lowest id with that name),
 * then the total. `answers` is keyed by question id; a question without an answer is unattempted.
 * @throws RangeError if a question is in no section of the paper
 */
export function markPaper(
  sections: readonly SectionRules[],
  questions: readonly PaperQuestion[],
  answers: ReadonlyMap<number, Answer>,
): MarkedPaper {
  const inOrder = questions.toSorted((a, b) => a.position - b.position);
  const stray = inOrder.find(({ position }) => !sections.some((section) => holdsPosition(section, position)));
  if (stray) throw new RangeError(`Question ${stray.question_id} at position ${stray.position} is in no section`);

  const marked = sections
    .toSorted((a, b) => a.first_position - b.first_position)
    .map((rules) =>
      markSection(
        rules,
        inOrder.filter(({ position }) => holdsPosition(rules, position)),
        answers,
      ),
    );
  const nameOf = ({ rules }: MarkedSection): string => subjectName(rules.subject_id);
  const names = [...new Set(marked.map(nameOf))];
  return {
    questions: marked.flatMap((section) => section.questions),
    reports: [
      ...names.map((name) => {
        const group = marked.filter((section) => nameOf(section) === name);
        return reportOf(Math.min(...group.map(({ rules }) => rules.subject_id)), name, group);
      }),
      reportOf(null, 'Total', marked),
    ],
    is_over_limit: marked.some(({ isOverLimit }) => isOverLimit),
  };
}
