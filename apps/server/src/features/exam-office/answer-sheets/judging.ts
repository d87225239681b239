// Contents: the paper as it is printed · what stands in the way of a sheet · answers by the bank's numbers
import type { Answer, Value } from '@abhyas/contract/endpoint';
import type { getAnswerSheets, SheetAnswer } from '@abhyas/contract/exam-office/answer-sheets';
import { questionTypes } from '@abhyas/exam/bank/question';
import { sheetPages } from '@abhyas/exam/exam-office/answer-sheet';
import { orderOfSet, originalOptions, type PlacedQuestion, type SetName, setNames } from '@abhyas/exam/exam-office/paper-sets';
import { holdsPosition } from '@abhyas/exam/tests/sections';
import { groupRows } from '../../../database/group-rows.ts';
import type { testToPrint } from '../paper-print/paper-print.ts';
import type { JudgedRow } from './answer-sheets.store.ts';

type Printed = Awaited<ReturnType<typeof testToPrint>>;
type Section = Answer<typeof getAnswerSheets>['sections'][number];

/** The parts of a test that its answer sheets refer to. */
export interface PrintedTest {
  sections: Section[];
  /** The section of each question of a set, in printed order. */
  sectionOf: Section[];
  orders: ReadonlyMap<SetName, readonly PlacedQuestion[]>;
  /** Numbers of the questions on each page of the sheet. */
  pages: readonly ReadonlySet<number>[];
}

const optionNumbers = (question: Printed['questions'][number]) =>
  ([1, 2, 3, 4] as const).filter((option) => question[`option_${option}`] !== null || question[`image_option_${option}`] !== null);

export function printedTest(paper: Printed): PrintedTest {
  const sectionAt = (position: number) => paper.sections.findIndex((section) => holdsPosition(section, position));
  const asked = paper.questions.map((question, position) => ({
    id: question.id,
    section: sectionAt(position),
    passage_id: question.comprehension_question_id,
    options: optionNumbers(question),
    may_move_options: question.may_move_options,
  }));
  const sections = paper.sections.flatMap((section, index): Section[] => {
    const question_count = asked.filter((question) => question.section === index).length;
    if (question_count === 0) return [];
    return [
      {
        name: section.name,
        question_count,
        is_numerical: section.question_type === questionTypes.numerical,
        integer: section.integer,
        has_several: section.question_type === questionTypes.multiple_option,
      },
    ];
  });
  return {
    sections,
    sectionOf: sections.flatMap((section) => Array.from({ length: section.question_count }, () => section)),
    orders: new Map(setNames.map((set) => [set, orderOfSet(asked, set, paper.sets_seed, paper.sets_move_options)])),
    pages: sheetPages(sections).map(({ bubbles }) => new Set(bubbles.flatMap(({ question }) => question ?? []))),
  };
}

/** Why answers cannot be those of a page, as a sentence; null if they can. `page` is null for all questions. */
export function faultOfAnswers(
  test: PrintedTest,
  page: number | null,
  answers: readonly Pick<Value<typeof SheetAnswer>, 'question' | 'options' | 'text'>[],
): string | null {
  const onPage = page === null ? null : test.pages[page - 1];
  if (onPage === undefined)
    return `The answer sheet of this test has ${test.pages.length === 1 ? 'one page' : `${test.pages.length} pages`}.`;
  if (new Set(answers.map(({ question }) => question)).size < answers.length) return 'A question has two answers.';
  for (const { question, options, text } of answers) {
    const section = test.sectionOf[question - 1];
    if (!section || (onPage && !onPage.has(question)))
      return `Question ${question} is not ${page === null ? 'in this test' : 'on this page'}.`;
    if (section.is_numerical ? options.length > 0 : text !== null) return `Question ${question} is of another form.`;
  }
  return null;
}

/** Sheets of one student that are compared: with more, each sheet is faulty anyway. */
const mostCompared = 20;

export interface JudgedSheet {
  sheet: JudgedRow;
  faults: string[];
  state: 'doubtful' | 'faulty' | 'ready' | 'entered';
}

/**
 * Judges the sheets of a test together: whether each can be entered, and if not, why.
 * @param countOf how many students may have the roll number of a sheet
 * @param attempted students who have an attempt at the test
 */
export function judged(
  test: PrintedTest,
  sheets: readonly JudgedRow[],
  countOf: (sheet: JudgedRow) => number,
  attempted: ReadonlySet<number>,
): JudgedSheet[] {
  const byStudent = groupRows(sheets, ({ student_id }) => student_id);
  const own = sheets.map((sheet): JudgedSheet => {
    if (sheet.session_id !== null) return { sheet, faults: [], state: 'entered' };
    const faults = faultsOf(
      test,
      sheet,
      sheet.student_id === null ? [] : (byStudent.get(sheet.student_id) ?? []).slice(0, mostCompared),
      countOf,
      attempted,
    );
    return { sheet, faults, state: sheet.has_doubt ? 'doubtful' : faults.length > 0 ? 'faulty' : 'ready' };
  });
  // A student is entered as a whole.
  const waiting = new Set(own.flatMap(({ sheet, state }) => (state === 'doubtful' || state === 'faulty' ? (sheet.student_id ?? []) : [])));
  return own.map((each) =>
    each.state === 'ready' && each.sheet.student_id !== null && waiting.has(each.sheet.student_id)
      ? { ...each, faults: ['Another page of this student is not ready.'], state: 'faulty' }
      : each,
  );
}

function faultsOf(
  test: PrintedTest,
  sheet: JudgedRow,
  ofStudent: readonly JudgedRow[],
  countOf: (sheet: JudgedRow) => number,
  attempted: ReadonlySet<number>,
): string[] {
  const { student_id, roll_number, has_roll_doubt, page, set_name } = sheet;
  if (student_id === null) {
    if (has_roll_doubt) return [];
    if (roll_number === '') return ['The roll number is empty.'];
    const count = countOf(sheet);
    if (count > 1)
      return [`${count} students have the digits ${roll_number} as their roll number. Enter the whole number, with its letters and zeros.`];
    return [`No student of the institute has the roll number ${roll_number}. The sheet is matched automatically when one joins.`];
  }
  if (attempted.has(student_id)) return ['This student has an attempt at the test already.'];
  const others = ofStudent.filter((other) => other !== sheet);
  const same = others.find((other) => other.page === page || other.page === null || page === null);
  const otherSet = others.find((other) => other.set_name !== set_name);
  const missing = page === null ? [] : test.pages.flatMap((_, at) => (ofStudent.some((one) => one.page === at + 1) ? [] : [at + 1]));
  return [
    ...(same
      ? [`This student has another sheet of ${page === null ? 'the test' : `page ${page}`}: ${same.file_name}. Remove one of them.`]
      : []),
    ...(otherSet ? [`Another page of this student is of set ${otherSet.set_name}.`] : []),
    ...(missing.length > 0 ? [`Page ${missing.join(' and ')} of this student is missing.`] : []),
  ];
}

/** The answers of a student's sheets by the bank's questions and option numbers. */
export function answersOf(test: PrintedTest, sheets: readonly { set_name: SetName; answers: readonly Value<typeof SheetAnswer>[] }[]) {
  return sheets.flatMap(({ set_name, answers }) => {
    const order = test.orders.get(set_name) ?? [];
    return answers.flatMap(({ question, options, text }) => {
      const placed = order[question - 1];
      if (!placed) return [];
      return [{ question_id: placed.id, responses: originalOptions(options, placed), rich_response: text }];
    });
  });
}
