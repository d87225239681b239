// Contents: the sheets of a test · loading · mending · entering and taking back · marks of a test on paper · forgetting
import type { Answer, Input } from '@abhyas/contract/endpoint';
import {
  type addAnswerSheets,
  type getAnswerSheets,
  type getSheetCrops,
  MOST_CROPS,
  MOST_DOUBTFUL_SHEETS,
  MOST_SHEETS,
  type mendAnswerSheet,
  SHEETS_ENTERED_AT_ONCE,
} from '@abhyas/contract/exam-office/answer-sheets';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { readSheetCode } from '@abhyas/exam/exam-office/answer-sheet';
import { setNames } from '@abhyas/exam/exam-office/paper-sets';
import type { Context, StaffContext } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { institutePaper } from '../../institute/scope/scope.ts';
import { enterAttempts, findAttempted, withdrawAttempts } from '../../tests/sessions/sessions.ts';
import { assignForSheets, takeBackForSheets } from '../assignments/assignments.ts';
import { challengeWindowOf } from '../key-challenges/key-challenges.ts';
import { giveMarksTogether, namesOfTests } from '../offline-tests/offline-tests.ts';
import { draftOf, testToPrint } from '../paper-print/paper-print.ts';
import * as store from './answer-sheets.store.ts';
import { answersOf, faultOfAnswers, type JudgedSheet, judged, type PrintedTest, printedTest } from './judging.ts';
import { areMarksSecret, maySeeMarks, requireMarks } from './secret-marks.ts';

type NewSheet = Input<typeof addAnswerSheets>['sheets'][number];
type Outcome = Answer<typeof addAnswerSheets>['sheets'][number];

type Read = Pick<store.SheetRow, 'source' | 'roll_number'>;
type Found = Awaited<ReturnType<typeof store.findByRollNumber>>[number];

const askedOf = ({ source, roll_number }: Read): store.Asked => ({ roll_number, is_marked: source === 'photo' });
const keyOf = ({ roll_number, is_marked }: store.Asked) => `${is_marked} ${roll_number}`;

/** The students to whom each sheet may belong by its roll number. */
async function studentsByRoll(context: StaffContext, sheets: readonly Read[]): Promise<(sheet: Read) => readonly Found[]> {
  const asked = new Map(sheets.flatMap((sheet) => (sheet.roll_number === '' ? [] : [[keyOf(askedOf(sheet)), askedOf(sheet)]])));
  const found =
    asked.size === 0 ? new Map<string, Found[]>() : groupRows(await store.findByRollNumber(context, [...asked.values()]), keyOf);
  return (sheet) => found.get(keyOf(askedOf(sheet))) ?? [];
}

const onlyOne = (students: readonly Found[]) => (students.length === 1 ? (students[0] ?? null) : null);

/**
 * The sheets of a test, each with the reasons why it cannot be entered. A student may have come to the institute after a sheet was loaded.
 */
async function judgedSheets(context: StaffContext, id: number, test: PrintedTest): Promise<JudgedSheet[]> {
  const rows = await store.findSheets(context, id);
  const isUnmatched = ({ student_id, has_roll_doubt }: store.SheetRow) => student_id === null && !has_roll_doubt;
  const found = await studentsByRoll(context, rows.filter(isUnmatched));
  const sheets = rows.map((row) => {
    const student = isUnmatched(row) ? onlyOne(found(row)) : null;
    return student ? { ...row, student_id: student.student_id, student_name: student.student_name } : row;
  });
  const students = sheets.flatMap(({ student_id, session_id }) => (session_id === null ? (student_id ?? []) : []));
  return judged(test, sheets, (sheet) => found(sheet).length, new Set(await findAttempted(context, id, students)));
}

/** Throws `not_found`. */
export async function sheetsOfTest(context: StaffContext, id: number): Promise<Answer<typeof getAnswerSheets>> {
  const paper = await institutePaper(context, id);
  const test = printedTest(await testToPrint(context, id));
  const hasMarks = await maySeeMarks(context, paper);
  const facts = await store.findFacts(context, id);
  return {
    id,
    name: paper.name,
    draft_id: (await draftOf(context, id)) ?? null,
    sections: test.sections,
    is_published: paper.results_published_at !== null,
    sheets: (await judgedSheets(context, id, test)).flatMap(({ sheet: { set_name, ...sheet }, faults, state }) => {
      const own = facts.get(sheet.id);
      return own ? [{ ...sheet, ...own, total_score: hasMarks ? own.total_score : null, set: set_name, faults, state }] : [];
    }),
    offline_tests: hasRight(context.actor.role, 'offline_tests.manage') ? await namesOfTests(context) : [],
  };
}

/** The pictures of a sheet's doubtful places. Throws `not_found`. */
export async function cropsOfSheet(context: StaffContext, id: number): Promise<Answer<typeof getSheetCrops>> {
  const sheet = await store.findDoubts(context, id);
  if (!sheet) throw new Problem('not_found');
  return {
    roll_number: sheet.roll_doubt?.crop ?? null,
    answers: sheet.answers.flatMap(({ question, doubt }) => (doubt?.crop ? [{ question, crop: doubt.crop }] : [])),
  };
}

/** The set and page that a sheet's code names, or why it is not a sheet of this test. */
function placeOf(
  sheet: NewSheet,
  id: number,
  draft_id: number | undefined,
): { set: (typeof setNames)[number]; page: number | null } | string {
  if (sheet.source === 'file') {
    const set = setNames.find((name) => name === sheet.code);
    return set ? { set, page: null } : `There is no set ${sheet.code}. Sets are ${setNames.join(', ')}.`;
  }
  const code = readSheetCode(sheet.code);
  if (!code) return 'This is not an answer sheet of the institute’s printed papers.';
  const isOwn = code.kind === 'test' ? code.id === id : code.id === draft_id;
  return isOwn ? { set: code.set, page: code.page } : 'This is the answer sheet of another test.';
}

const isDoubtful = ({ roll_doubt, answers }: NewSheet) => roll_doubt !== null || answers.some(({ doubt }) => doubt !== null);

/** The answers with pictures of the first doubts only: a sheet with more is looked at on paper. */
function withFewCrops(answers: NewSheet['answers']): NewSheet['answers'] {
  let left = MOST_CROPS;
  return answers.map((answer) => {
    if (!answer.doubt?.crop) return answer;
    left -= 1;
    return left >= 0 ? answer : { ...answer, doubt: { ...answer.doubt, crop: null } };
  });
}

/** Stores sheets that were read. Each is stored, recognised or refused separately from the others. Throws `not_found`. */
export async function addSheets(context: StaffContext, id: number, sheets: readonly NewSheet[]): Promise<Answer<typeof addAnswerSheets>> {
  const test = printedTest(await testToPrint(context, id));
  const draft_id = await draftOf(context, id);
  return inTransaction(context, async (within) => {
    const found = await studentsByRoll(within, sheets);
    const outcomes: Outcome[] = [];
    const count = await store.countSheets(within, id);
    let room = MOST_SHEETS - count.all;
    let doubtRoom = MOST_DOUBTFUL_SHEETS - count.doubtful;
    for (const sheet of sheets) {
      const place = placeOf(sheet, id, draft_id);
      const fault =
        typeof place === 'string'
          ? place
          : room <= 0
            ? `A test has ${MOST_SHEETS.toLocaleString('en-IN')} sheets at most.`
            : isDoubtful(sheet) && doubtRoom <= 0
              ? `${MOST_DOUBTFUL_SHEETS} sheets with doubts wait already. Settle those first, then load this one again.`
              : faultOfAnswers(test, place.page, sheet.answers);
      if (fault !== null || typeof place === 'string') {
        outcomes.push({ fingerprint: sheet.fingerprint, outcome: 'refused', message: fault });
        continue;
      }
      const stored = await store.insertSheet(within, {
        institute_id: within.actor.institute_id,
        paper_id: id,
        student_id: sheet.roll_doubt === null ? (onlyOne(found(sheet))?.student_id ?? null) : null,
        source: sheet.source,
        file_name: sheet.file_name,
        fingerprint: Buffer.from(sheet.fingerprint, 'hex'),
        set_name: place.set,
        page: place.page,
        roll_number: sheet.roll_number,
        answers: JSON.stringify(withFewCrops(sheet.answers)),
        roll_doubt: sheet.roll_doubt && JSON.stringify(sheet.roll_doubt),
        read_by: within.actor.user_id,
        read_at: within.now,
      });
      if (stored === undefined) {
        outcomes.push({ fingerprint: sheet.fingerprint, outcome: 'known', message: 'This sheet was loaded before.' });
        continue;
      }
      room -= 1;
      if (isDoubtful(sheet)) doubtRoom -= 1;
      outcomes.push({ fingerprint: sheet.fingerprint, outcome: 'stored', message: null });
    }
    const stored = outcomes.filter(({ outcome }) => outcome === 'stored').length;
    if (stored > 0) await writeAudit(within, { what: 'answer_sheet.add', object_type: 'paper', object_id: id, after: { sheets: stored } });
    return { sheets: outcomes };
  });
}

/** The sheet, locked, unless it is entered. Throws `not_found` and `not_possible`. */
async function openSheet(within: StaffContext, id: number): Promise<store.SheetRow> {
  const sheet = await store.lockSheet(within, id);
  if (!sheet) throw new Problem('not_found');
  if (sheet.session_id !== null)
    throw new Problem(
      'not_possible',
      'This sheet is entered. Take the entered sheets back first; that is possible until the results are published.',
    );
  return sheet;
}

/** Mends a sheet by a person's reading of it. Throws `not_found` and `not_possible`. */
export async function mendSheet(context: StaffContext, { id, roll_number, answers = [] }: Input<typeof mendAnswerSheet>) {
  return inTransaction(context, async (within) => {
    const sheet = await openSheet(within, id);
    const mended = new Map(answers.map((answer) => [answer.question, { ...answer, doubt: null }]));
    const before = (await store.findAnswers(within, [id])).get(id) ?? [];
    const kept = before.map((answer) => mended.get(answer.question) ?? answer);
    const unknown = answers.find(({ question }) => !before.some((answer) => answer.question === question));
    if (unknown) throw new Problem('not_possible', `Question ${unknown.question} is not on this sheet.`);
    const fault = faultOfAnswers(printedTest(await testToPrint(within, sheet.paper_id)), sheet.page, kept);
    if (fault) throw new Problem('not_possible', fault);
    const roll = roll_number?.trim();
    const written = roll === undefined ? null : { source: 'file' as const, roll_number: roll };
    const student = written && onlyOne((await studentsByRoll(within, [written]))(written));
    await store.updateSheet(within, id, {
      answers: JSON.stringify(kept),
      ...(roll === undefined ? {} : { roll: { roll_number: roll, student_id: student?.student_id ?? null } }),
    });
    const shown = (list: typeof kept) =>
      list.flatMap(({ question, options, text }) => (mended.has(question) ? [{ question, options, text }] : []));
    await writeAudit(within, {
      what: 'answer_sheet.mend',
      object_type: 'paper',
      object_id: sheet.paper_id,
      before: { sheet: id, roll_number: sheet.roll_number, answers: shown(before) },
      after: { sheet: id, roll_number: roll ?? sheet.roll_number, answers: shown(kept) },
    });
    return { success: true as const };
  });
}

/** Throws `not_found` and `not_possible`. */
export async function removeSheet(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const sheet = await openSheet(within, id);
    await store.deleteSheet(within, id);
    const before = { sheet: id, file_name: sheet.file_name, roll_number: sheet.roll_number };
    await writeAudit(within, { what: 'answer_sheet.remove', object_type: 'paper', object_id: sheet.paper_id, before });
    return { success: true as const };
  });
}

/** Makes attempts of the sheets that are ready, student by student. Throws `not_found` and `not_possible`. */
export async function enterSheets(context: StaffContext, id: number) {
  const test = printedTest(await testToPrint(context, id));
  return inTransaction(context, async (within) => {
    await store.lockPaper(within, id);
    const paper = await institutePaper(within, id);
    await requireMarks(within, paper);
    await store.lockSheets(within, id);
    const ready = (await judgedSheets(within, id, test)).filter(({ state }) => state === 'ready').map(({ sheet }) => sheet);
    const byStudent = [...groupRows(ready, ({ student_id }) => student_id ?? 0)];
    if (byStudent.length === 0) throw new Problem('not_possible', 'No sheet is ready.');
    const part = byStudent.slice(0, SHEETS_ENTERED_AT_ONCE);
    const sheet_ids = part.flatMap(([, sheets]) => sheets.map((sheet) => sheet.id));
    const answers = await store.findAnswers(within, sheet_ids);
    await store.noteStudents(
      within,
      part.flatMap(([student_id, sheets]) => sheets.map((sheet) => ({ id: sheet.id, student_id }))),
    );
    const attempts = part.map(([student_id, sheets]) => ({
      student_id,
      answers: answersOf(
        test,
        sheets.map((sheet) => ({ set_name: sheet.set_name, answers: answers.get(sheet.id) ?? [] })),
      ),
    }));
    const given = await assignForSheets(
      within,
      id,
      attempts.map(({ student_id }) => student_id),
    );
    const sessions = await enterAttempts(within, paper, attempts);
    await store.noteAttempts(within, sheet_ids, sessions, given);
    const after = { students: sessions.map(({ student_id }) => student_id) };
    await writeAudit(within, { what: 'answer_sheets.enter', object_type: 'paper', object_id: id, after });
    return { success: true as const, entered: sessions.length, left: byStudent.length - part.length };
  });
}

/** Deletes the attempts that were made of sheets, until keys may have been seen. Throws `not_found` and `not_possible`. */
export async function withdrawSheets(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    await store.lockPaper(within, id);
    const paper = await institutePaper(within, id);
    if (paper.results_published_at !== null || paper.allows_review || (await challengeWindowOf(within, id)) !== null)
      throw new Problem('not_possible', 'The results or keys of this test are out, so its sheets stay entered.');
    await store.lockSheets(within, id);
    const entered = await store.findEntered(within, id);
    if (entered.length === 0) throw new Problem('not_possible', 'No sheet is entered.');
    const part = entered.slice(0, SHEETS_ENTERED_AT_ONCE).map(({ student_id, session_id }) => ({ student_id, id: session_id }));
    await withdrawAttempts(within, id, part);
    const students = part.map(({ student_id }) => student_id);
    const given = new Set(await store.findGivenBySheets(within, id));
    await takeBackForSheets(
      within,
      id,
      students.filter((student_id) => given.has(student_id)),
    );
    await store.forgetAttempts(within, id, students);
    await writeAudit(within, { what: 'answer_sheets.withdraw', object_type: 'paper', object_id: id, before: { students } });
    return { success: true as const, withdrawn: part.length, left: entered.length - part.length };
  });
}

/** Gives the marks of entered sheets in a test on paper, to those of its students who have a sheet. Throws `not_found` and `not_possible`. */
export async function giveMarks(context: StaffContext, id: number, offline_test_id: number) {
  return inTransaction(context, async (within) => {
    if (await areMarksSecret(within, await institutePaper(within, id)))
      throw new Problem('not_possible', 'Students would see marks of a test that is not over. Give them after its end.');
    const totals = new Map(
      (await store.findEntered(within, id)).flatMap(({ student_id, total_score, max_score }) =>
        total_score !== null ? [[student_id, { total_score, max_score: max_score ?? 0 }] as const] : [],
      ),
    );
    if (totals.size === 0) throw new Problem('not_possible', 'No sheet is entered.');
    const given = await giveMarksTogether(within, offline_test_id, totals);
    const after = { offline_test: offline_test_id, students: given };
    await writeAudit(within, { what: 'answer_sheets.give_marks', object_type: 'paper', object_id: id, after });
    return { success: true as const, given: given.length, others: totals.size - given.length };
  });
}

/** Days for which sheets without a student are kept, because their students may still join the institute. */
const unmatchedDaysMs = 90 * 24 * 3600 * 1000;

/** Deletes sheets that belong to no student of the institute and were read long ago. */
export const forgetUnmatched = (context: Context) => store.deleteUnmatched(context, new Date(context.now.getTime() - unmatchedDaysMs));
