import { type PresetName, presets } from '../tests/presets.ts';
import type { Exam } from './day-plan.ts';

/** The papers that an exam consists of, in their present pattern. */
const papersOfExam: Record<Exam, readonly PresetName[]> = {
  NEET: ['neet_2025'],
  'JEE Main': ['jee_main_2025'],
  'JEE Advanced': ['jee_advanced_paper_1', 'jee_advanced_paper_2'],
};

interface SubjectOfExam {
  questions: number;
  /** Mean marks of a right and of a wrong answer. */
  correct: number;
  incorrect: number;
}

/** An exam as a whole: its full marks, its pace, and its subjects by id. */
export interface ExamMarks {
  full_marks: number;
  seconds_a_question: number;
  subjects: ReadonlyMap<number, SubjectOfExam>;
}

/** The marks and pace of an exam, from the patterns of its papers. */
export function marksOfExam(exam: Exam): ExamMarks {
  const papers = papersOfExam[exam].map((name) => presets[name]);
  const sections = papers.flatMap((paper) => paper.sections);
  const questions = sections.reduce((sum, section) => sum + section.question_count, 0);
  const marks = (of: typeof sections, kind: 'correct' | 'incorrect') =>
    of.reduce((sum, section) => sum + section.question_count * section[kind], 0);
  const ids = [...new Set(sections.map(({ subject_id }) => subject_id))];
  return {
    full_marks: marks(sections, 'correct'),
    seconds_a_question: papers.reduce((sum, paper) => sum + paper.test_duration, 0) / questions,
    subjects: new Map(
      ids.map((id) => {
        const own = sections.filter(({ subject_id }) => subject_id === id);
        const count = own.reduce((sum, section) => sum + section.question_count, 0);
        return [id, { questions: count, correct: marks(own, 'correct') / count, incorrect: marks(own, 'incorrect') / count }];
      }),
    ),
  };
}

/** A score at a test of any length as marks of the whole exam, a whole number. */
export const scaledScore = (score: number, max_score: number, full_marks: number): number => Math.round((score * full_marks) / max_score);

/** How many of the latest tests make the level. */
export const testsOfLevel = 3;

/**
 * The level of a student in marks of the exam: the scores of the latest three tests, each weighted by its maximum marks. `tests` has the
 * newest first. Null without a test.
 */
export function levelOf(tests: readonly { score: number; max_score: number }[], full_marks: number): number | null {
  const latest = tests.slice(0, testsOfLevel);
  const max = latest.reduce((sum, { max_score }) => sum + max_score, 0);
  return max === 0
    ? null
    : scaledScore(
        latest.reduce((sum, { score }) => sum + score, 0),
        max,
        full_marks,
      );
}

/** A chapter with what is known of it: `asked` is how many questions the exam's papers of the bank have from it. */
export interface KnownChapter {
  id: number;
  subject_id: number;
  asked: number;
  /** The student's answers, and the seconds spent on them. */
  correct: number;
  incorrect: number;
  seconds: number;
}

/** The worth of a chapter to a student on the way to a target. */
export interface ChapterGain {
  id: number;
  /** Expected number of questions in the exam, to one decimal. */
  questions: number;
  /** Right answers out of ten; null while there are fewer than `answersForFigures`. */
  solves_of_ten: number | null;
  /** Mean seconds a question; null likewise. */
  seconds: number | null;
  /** Marks between the expected score in this chapter and the score that the target needs there, to one decimal. */
  marks: number;
}

export const answersForFigures = 5;
/** The number of assumed answers that stand beside the student's own, so that two answers do not decide on a chapter. */
const assumedAnswers = 4;
/** The share of right answers assumed of a student of whom nothing is known. */
const assumedShare = 0.4;
/** Each chapter counts as if the papers had half a question more of it, so that a chapter missing in few papers keeps some weight. */
const assumedAsked = 0.5;
/** No target needs more than this share of a chapter's marks. */
const mostNeeded = 0.95;

const tenth = (value: number) => Math.round(value * 10) / 10;

/**
 * The chapters of an exam by the marks that the student can gain in them, largest first; chapters without a gain are left out.
 * A chapter's weight is the subject's number of questions in the exam, shared out by how often the papers ask each chapter. The expected
 * marks a question are `reach × (share × correct + (1 − share) × incorrect)`, at least 0, where `share` is the share of right answers,
 * drawn towards that of the subject, and `reach` is the share of questions for which the student's pace leaves time.
 */
export function chapterGains(exam: ExamMarks, target: number, chapters: readonly KnownChapter[]): ChapterGain[] {
  const gains: ChapterGain[] = [];
  for (const [subject_id, { questions, correct, incorrect }] of exam.subjects) {
    const own = chapters.filter((chapter) => chapter.subject_id === subject_id);
    const asked = own.reduce((sum, chapter) => sum + chapter.asked + assumedAsked, 0);
    const right = own.reduce((sum, chapter) => sum + chapter.correct, 0);
    const answered = right + own.reduce((sum, chapter) => sum + chapter.incorrect, 0);
    const shareOfSubject = (right + assumedAnswers * assumedShare) / (answered + assumedAnswers);
    const needed = Math.min(target / exam.full_marks, mostNeeded) * correct;
    for (const chapter of own) {
      const count = chapter.correct + chapter.incorrect;
      const share = (chapter.correct + assumedAnswers * shareOfSubject) / (count + assumedAnswers);
      const pace = (chapter.seconds + assumedAnswers * exam.seconds_a_question) / (count + assumedAnswers);
      const reach = Math.min(1, exam.seconds_a_question / pace);
      const expected = Math.max(0, reach * (share * correct + (1 - share) * incorrect));
      const weight = (questions * (chapter.asked + assumedAsked)) / asked;
      gains.push({
        id: chapter.id,
        questions: tenth(weight),
        solves_of_ten: count < answersForFigures ? null : Math.round((10 * chapter.correct) / count),
        seconds: count < answersForFigures ? null : Math.round(chapter.seconds / count),
        marks: tenth(weight * (needed - expected)),
      });
    }
  }
  return gains.filter(({ marks }) => marks > 0).toSorted((a, b) => b.marks - a.marks || a.id - b.id);
}
