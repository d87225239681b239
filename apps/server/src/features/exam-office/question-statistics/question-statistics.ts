import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { getQuestionStatistics } from '@abhyas/contract/exam-office/results';
import { hasRight } from '@abhyas/contract/institute/rights';
import { harderLanguage, type LevelCounts } from '@abhyas/exam/exam-office/language-gap';
import { doubtsOf, type QuestionStatistics } from '@abhyas/exam/exam-office/question-statistics';
import { endedBefore } from '@abhyas/exam/tests/clock';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { ActorContext, Context, StaffContext } from '../../../context.ts';
import { inSnapshot } from '../../../database/transaction.ts';
import { csvOf } from '../../../http/csv.ts';
import { institutePaper } from '../../institute/scope/scope.ts';
import { presentContent } from '../../tests/papers/papers.ts';
import { isInUnfinishedTest } from '../paper-drafts/paper-drafts.ts';
import { paperResults } from '../results/results.ts';
import * as store from './question-statistics.store.ts';

type Row = Answer<typeof getQuestionStatistics>['questions'][number];
type Totals = Awaited<ReturnType<typeof store.findTotals>>;

const noSums: Omit<store.QuestionSums, 'question_id'> = {
  rows: 0,
  not_counted: 0,
  attempted: 0,
  correct: 0,
  rest: 0,
  rest_of_correct: 0,
  rest_squared: 0,
  totals: 0,
  totals_squared: 0,
  chosen_1: 0,
  chosen_2: 0,
  chosen_3: 0,
  chosen_4: 0,
  median_time: null,
};

/** Pearson's correlation of 0/1 outcomes with the rest of the score, from sums of whole numbers. */
function correlationOf({
  count,
  right,
  rest,
  restOfRight,
  restSquared,
}: Record<'count' | 'right' | 'rest' | 'restOfRight' | 'restSquared', number>) {
  const [xx, yy] = [count * right - right * right, count * restSquared - rest * rest];
  return count < 2 || xx <= 0 || yy <= 0 ? null : (count * restOfRight - right * rest) / Math.sqrt(xx * yy);
}

/**
 * The result of `questionStatistics` in packages/exam, computed from sums. An attempt without a response to the question counts as
 * unanswered.
 */
function statisticsOf(
  { outcome_unanswered, marks_unanswered }: store.StatisticsQuestion,
  sums: Omit<store.QuestionSums, 'question_id'>,
  all: Totals,
  changed: number,
): QuestionStatistics {
  const missing = all.attempts - sums.rows;
  const [missingTotals, missingSquared] = [all.totals - sums.totals, all.totals_squared - sums.totals_squared];
  const missingRest = missingTotals - missing * marks_unanswered;
  const attempts = all.attempts - sums.not_counted;
  const correct = sums.correct + missing * outcome_unanswered;
  return {
    attempts,
    attempted: sums.attempted + missing * outcome_unanswered,
    correct,
    facility: attempts > 0 ? correct / attempts : null,
    discrimination: correlationOf({
      count: attempts,
      right: correct,
      rest: sums.rest + missingRest,
      restOfRight: sums.rest_of_correct + outcome_unanswered * missingRest,
      restSquared: sums.rest_squared + missingSquared - 2 * marks_unanswered * missingTotals + missing * marks_unanswered ** 2,
    }),
    chosen: [sums.chosen_1, sums.chosen_2, sums.chosen_3, sums.chosen_4],
    median_time: sums.median_time,
    changed,
  };
}

const options = [1, 2, 3, 4] as const;

/** Among attempts with a changed answer: how many changed from each option, and how many ended with it. */
function movesOf(changed: readonly store.ChangedAnswers[]): Pick<Row, 'changed_from' | 'changed_to'> {
  const sum = (option: number, of: (row: store.ChangedAnswers) => number) =>
    changed.filter(({ answer }) => answer.split(',').includes(String(option))).reduce((total, row) => total + of(row), 0);
  return {
    changed_from: options.map((option) => sum(option, ({ given, stayed }) => given - stayed)),
    changed_to: options.map((option) => sum(option, ({ stayed }) => stayed)),
  };
}

/**
 * For each question that somebody saw in Hindi, the readers of both languages and the language that is harder. Levels of score are taken
 * again without the questions found at first: their marks would make readers of the harder language look weaker than they are.
 */
async function languagesOf(context: Context, paper_id: number): Promise<Map<number, Pick<Row, 'languages' | 'doubts'>>> {
  const seen = await store.findSeenInHindi(context, paper_id);
  if (seen.length === 0) return new Map();
  const read = async (without: readonly number[]) => {
    const levels = await store.findLanguageLevels(context, paper_id, seen, without);
    const ids = [...new Set(levels.map(({ question_id }) => question_id))];
    return ids.map((id) => {
      const own = levels.filter(({ question_id }) => question_id === id);
      return { id, own, harder: harderLanguage(own, ids.length) };
    });
  };
  const first = await read([]);
  const found = first.filter(({ harder }) => harder !== null).map(({ id }) => id);
  return new Map(
    (found.length > 0 ? await read(found) : first).map(({ id, own, harder }) => {
      const sum = (key: keyof LevelCounts) => own.reduce((total, level) => total + level[key], 0);
      const languages = {
        english: sum('english'),
        english_right: sum('english_right'),
        hindi: sum('hindi'),
        hindi_right: sum('hindi_right'),
      };
      return [id, { languages, doubts: harder === null ? [] : [harder === 'hi' ? 'harder_in_hindi' : 'harder_in_english'] }];
    }),
  );
}

const onlyOption = ([key, ...others]: readonly unknown[]): number | null => (typeof key === 'number' && others.length === 0 ? key : null);

/** Statistics of every question of a paper over its ranked attempts, read in one snapshot. */
async function statisticsOfPaper(context: ActorContext, paper_id: number): Promise<Row[]> {
  return inSnapshot(context, async (within) => {
    const questions = await store.findStatisticsQuestions(within, paper_id);
    const sums = new Map((await store.findSums(within, paper_id)).map((row) => [row.question_id, row]));
    const all = await store.findTotals(within, paper_id);
    const changes = await store.findChanged(within, paper_id);
    const byLanguage = await languagesOf(within, paper_id);
    return questions.map((question) => {
      const { question_id, code, position, subject_id, chapter_name, question_type, accepted_answers, correction } = question;
      const changed = changes.filter((row) => row.question_id === question_id);
      const { languages, doubts } = byLanguage.get(question_id) ?? { languages: null, doubts: [] };
      // Each attempt with a change ended with one of its answers.
      const attemptsWithChange = changed.reduce((sum, { stayed }) => sum + stayed, 0);
      const statistics = statisticsOf(question, sums.get(question_id) ?? noSums, all, attemptsWithChange);
      return {
        question_id,
        code,
        number: position + 1,
        subject_name: subjectName(subject_id),
        chapter_name,
        question_type,
        accepted_answers,
        correction,
        ...statistics,
        chosen: [...statistics.chosen],
        ...movesOf(question_type === 1 ? [] : changed),
        languages,
        doubts: [...doubtsOf(statistics, onlyOption(accepted_answers)), ...doubts],
      };
    });
  });
}

export const { isUnderWay } = store;

type Paper = Awaited<ReturnType<typeof institutePaper>>;

/**
 * Whether the actor may read the keys of a paper: with the right for it, or once the paper is over, or without an end open to students, and
 * every other test of the institute with one of its questions is over. Otherwise the copy of a test would reveal its keys.
 */
export async function mayReadKeys(context: StaffContext, paper: Paper): Promise<boolean> {
  if (hasRight(context.actor.role, 'keys.read')) return true;
  const { placeById } = await presentContent(context, paper.id);
  if (await isInUnfinishedTest(context, [...placeById.keys()], paper.id)) return false;
  if (paper.closes_at !== null) return paper.closes_at < endedBefore(context.now) && !(await store.isUnderWay(context, paper.id));
  const hasBegun = paper.opens_at === null || paper.opens_at <= context.now;
  return hasBegun && paper.allows_review && paper.results_published_at !== null;
}

async function requireKeys(context: StaffContext, paper: Paper): Promise<void> {
  if (!(await mayReadKeys(context, paper)))
    throw new Problem('not_possible', 'The figures of single questions reveal their keys. Come back when the test is over.');
}

export async function questionStatistics(context: StaffContext, id: number): Promise<Answer<typeof getQuestionStatistics>> {
  const paper = await institutePaper(context, id);
  await requireKeys(context, paper);
  return { paper: await paperResults(context, paper), questions: await statisticsOfPaper(context, id) };
}

const round = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)));

const header = [
  'Number',
  'Question',
  'Subject',
  'Chapter',
  'Attempts',
  'Attempted',
  'Correct',
  'Facility',
  'Discrimination',
  ...options.map((option) => `Option ${option}`),
  'Median seconds',
  'Changed',
  ...options.map((option) => `Left ${option}`),
  ...options.map((option) => `Ended at ${option}`),
  'English readers',
  'English right',
  'Hindi readers',
  'Hindi right',
  'Doubts',
];

const csvOfRows = (rows: readonly Row[]) =>
  csvOf(
    header,
    rows.map((row) => [
      row.number,
      row.code,
      row.subject_name,
      row.chapter_name,
      row.attempts,
      row.attempted,
      row.correct,
      round(row.facility, 4),
      round(row.discrimination, 4),
      ...row.chosen,
      row.median_time,
      row.changed,
      ...row.changed_from,
      ...row.changed_to,
      row.languages?.english ?? null,
      row.languages?.english_right ?? null,
      row.languages?.hindi ?? null,
      row.languages?.hindi_right ?? null,
      row.doubts.join(' '),
    ]),
  );

export async function questionStatisticsCsv(context: StaffContext, id: number) {
  const paper = await institutePaper(context, id);
  await requireKeys(context, paper);
  return { file_name: `${paper.code}-questions.csv`, csv: csvOfRows(await statisticsOfPaper(context, id)) };
}

/** Statistics as CSV for any paper of the actor, also of the shared bank, by its code. Throws `not_found`. */
export async function statisticsCsvByCode(context: ActorContext, code: string): Promise<string> {
  const id = await store.findPaperId(context, code);
  if (id === undefined) throw new Problem('not_found', `There is no paper ${code}.`);
  return csvOfRows(await statisticsOfPaper(context, id));
}
