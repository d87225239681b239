// Contents: answers of a sheet · reading and loading · mending · entering
import { sheetDoubts } from '@abhyas/exam/exam-office/answer-sheet';
import { setNames } from '@abhyas/exam/exam-office/paper-sets';
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** The most questions of a sheet, and the most students whose sheets one call enters. */
export const MOST_SHEET_ANSWERS = 400;
export const SHEETS_ENTERED_AT_ONCE = 100;
/** The most sheets of one test. */
export const MOST_SHEETS = 5000;
/** The most sheets of a test that wait with doubts, and the most pictures of doubts of a sheet: all are shown on one page. */
export const MOST_DOUBTFUL_SHEETS = 100;
export const MOST_CROPS = 12;

const Options = Type.Array(Type.Integer({ minimum: 1, maximum: 4 }), { maxItems: 4 });
const EnteredNumber = Nullable(Type.String({ pattern: '^-?\\d{1,8}(\\.\\d{1,6})?$', maxLength: 16 }));
const QuestionNumber = Type.Integer({ minimum: 1, maximum: MOST_SHEET_ANSWERS });
/** A picture of the place in question: a JPEG in base64. */
const Crop = Type.String({ pattern: '^/9j/[A-Za-z0-9+/]*={0,2}$', maxLength: 40_000 });
const RollNumber = Type.String({ maxLength: 40 });
/** Recognises the same picture or row again; the device computes it. */
const Fingerprint = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const SheetDoubt = Type.Object({ why: Type.Enum([...sheetDoubts]), crop: Nullable(Crop) });

/** An answer by its number in the printed set and the printed numbers of the options. */
export const SheetAnswer = Type.Object({
  question: QuestionNumber,
  options: Options,
  /** A numerical answer. */
  text: EnteredNumber,
  doubt: Nullable(SheetDoubt),
});

/** A doubt without its picture. */
const NamedDoubt = Type.Pick(SheetDoubt, ['why']);

/** A section as its sheet is printed. */
const SheetSection = Type.Object({
  name: Type.String(),
  question_count: Type.Integer(),
  is_numerical: Type.Boolean(),
  integer: Type.Boolean(),
  /** Whether several options may be marked. */
  has_several: Type.Boolean(),
});

const SheetOfTest = Type.Object({
  id: Id,
  source: Type.Enum(['photo', 'file']),
  file_name: Type.String(),
  set: Type.Enum([...setNames]),
  page: Nullable(Type.Integer()),
  roll_number: Type.String(),
  roll_doubt: Nullable(NamedDoubt),
  student_id: Nullable(Id),
  student_name: Nullable(Type.String()),
  answered_count: Type.Integer(),
  /** The doubtful answers, which a person must check. */
  doubtful: Type.Array(Type.Object({ ...Type.Omit(SheetAnswer, ['doubt']).properties, doubt: NamedDoubt })),
  /** Why the sheet cannot be entered, apart from doubts, as sentences. */
  faults: Type.Array(Type.String()),
  state: Type.Enum(['doubtful', 'faulty', 'ready', 'entered']),
  /** Marks of the whole attempt; null unless the sheet is entered, and for staff to whom they would reveal keys of a test that is not over. */
  total_score: Nullable(Type.Integer()),
  max_score: Nullable(Type.Integer()),
});

const access = { staff: 'tests.manage' } as const;

export const getAnswerSheets = endpoint('GET /staff/tests/{id}/sheets', {
  summary: 'Read the answer sheets of a test',
  id: 'The paper.',
  access,
  response: Type.Object({
    id: Id,
    name: Type.String(),
    /** The draft that the test was made of: its printed sheets name it. */
    draft_id: Nullable(Id),
    sections: Type.Array(SheetSection),
    /** Once the results are published, entered sheets stay. */
    is_published: Type.Boolean(),
    sheets: Type.Array(SheetOfTest),
    /** Tests on paper in which the marks can be given. */
    offline_tests: Type.Array(Type.Object({ id: Id, name: Type.String(), total_mark: Type.Integer(), start_date: Moment })),
  }),
});

export const getSheetCrops = endpoint('GET /staff/sheets/{id}/crops', {
  summary: 'Show the pictures of the doubtful places of an answer sheet',
  id: 'The sheet.',
  access,
  response: Type.Object({
    /** The picture of the marked roll number. */
    roll_number: Nullable(Crop),
    /** Pictures of doubtful answers. */
    answers: Type.Array(Type.Object({ question: QuestionNumber, crop: Crop }), { maxItems: MOST_CROPS }),
  }),
});

/** Each sheet is stored or refused separately. Loading the same picture or row again changes nothing, and the response says so. */
export const addAnswerSheets = endpoint('POST /staff/tests/{id}/sheets', {
  summary: 'Load answer sheets of a test that were read',
  id: 'The paper.',
  access,
  body: Type.Object({
    sheets: Type.Array(
      Type.Object({
        source: Type.Enum(['photo', 'file']),
        file_name: Type.String({ minLength: 1, maxLength: 200 }),
        fingerprint: Fingerprint,
        /** The text of the sheet's code; for rows of a file, the set. */
        code: Type.String({ minLength: 1, maxLength: 60 }),
        roll_number: RollNumber,
        roll_doubt: Nullable(SheetDoubt),
        answers: Type.Array(SheetAnswer, { minItems: 1, maxItems: MOST_SHEET_ANSWERS }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  response: Type.Object({
    sheets: Type.Array(
      Type.Object({
        fingerprint: Type.String(),
        outcome: Type.Enum(['stored', 'known', 'refused']),
        /** Why the sheet was not stored. */
        message: Nullable(Type.String()),
      }),
    ),
  }),
});

export const mendAnswerSheet = endpoint('POST /staff/sheets/{id}/mend', {
  summary: 'Correct the roll number or answers of an answer sheet',
  description: 'A corrected answer is no longer doubtful.',
  id: 'The sheet.',
  access,
  body: Type.Object({
    roll_number: Type.Optional(RollNumber),
    answers: Type.Optional(
      Type.Array(Type.Object({ question: QuestionNumber, options: Options, text: EnteredNumber }), { maxItems: MOST_SHEET_ANSWERS }),
    ),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const removeAnswerSheet = endpoint('POST /staff/sheets/{id}/remove', {
  summary: 'Remove an answer sheet that is not entered',
  id: 'The sheet.',
  access,
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const enterAnswerSheets = endpoint('POST /staff/tests/{id}/sheets/enter', {
  summary: 'Enter the answer sheets that are ready as attempts',
  description: `Marks the answers as those of a test on the screen, for up to ${SHEETS_ENTERED_AT_ONCE} students a call. Students see their score at once, and ranks after the results are published. Staff without the right to read keys enter them once no test with the questions is held on the screen any more.`,
  id: 'The paper.',
  access,
  response: Type.Object({ ...Success, entered: Type.Integer(), left: Type.Integer() }),
  refusals: ['not_possible'],
});

export const withdrawAnswerSheets = endpoint('POST /staff/tests/{id}/sheets/withdraw', {
  summary: 'Take back entered answer sheets',
  description: `Possible until the results are published, for up to ${SHEETS_ENTERED_AT_ONCE} students a call. Students who got the test by their sheet alone lose it.`,
  id: 'The paper.',
  access,
  response: Type.Object({ ...Success, withdrawn: Type.Integer(), left: Type.Integer() }),
  refusals: ['not_possible'],
});

export const giveMarksOfSheets = endpoint('POST /staff/tests/{id}/sheets/give_marks', {
  summary: 'Give the marks of entered answer sheets in a test on paper',
  description:
    'Students see these marks at once, so a test with the questions that is not over prevents it. Giving them again replaces them.',
  id: 'The paper.',
  access: { staff: 'offline_tests.manage' },
  body: Type.Object({ offline_test_id: Id }),
  response: Type.Object({ ...Success, given: Type.Integer(), others: Type.Integer() }),
  refusals: ['not_found', 'not_possible'],
});
