import { Type } from 'typebox';
import { AcceptedAnswer, ComprehensionQuestion, Picture, ShownQuestion, SizeKey } from '../bank/questions.ts';
import { TranslatedTexts } from '../bank/translated-texts.ts';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';
import { Section } from '../tests/papers.ts';

/** A paper as its pages are made from it, without answers. */
const PrintedPaper = Type.Object({
  id: Id,
  name: Type.String(),
  exam: Type.String(),
  /** Seconds. */
  test_duration: Type.Integer(),
  sections: Type.Array(Section),
  /** In the order of set A, which is also the order on the screen. */
  questions: Type.Array(
    Type.Object({
      ...ShownQuestion.properties,
      /** Whether a set may print its options in another order. */
      may_move_options: Type.Boolean(),
    }),
  ),
  comprehension_questions: Type.Array(ComprehensionQuestion),
  /** The Hindi of the questions that have it, to print below the English. */
  translated: TranslatedTexts,
  /** The seed of the orders of the sets B to D. */
  sets_seed: Type.Integer(),
  /** Whether the sets B to D change the order of options too. */
  sets_move_options: Type.Boolean(),
  /** Whether the caller may read keys and solutions now. */
  may_read_keys: Type.Boolean(),
});

/** Keys and solutions, in the order of set A and with the option numbers of the bank. */
const PrintedKeys = Type.Object({
  keys: Type.Array(
    Type.Object({
      question_id: Id,
      accepted_answers: Type.Array(AcceptedAnswer),
      /** `dropped` gives full marks to all students, `bonus` to those who attempted the question. */
      correction: Nullable(Type.Enum(['dropped', 'bonus'])),
      solution_text: Nullable(Type.String()),
      solution_supporting_picture: Nullable(Picture),
      solution_supporting_picture_size: SizeKey,
      numerical_notes: Nullable(Type.String()),
    }),
  ),
});

const setsInput = Type.Object({ sets_move_options: Type.Boolean() });

export const getDraftToPrint = endpoint('GET /staff/paper_drafts/{id}/print', {
  summary: 'Read a composed paper for printing, without answers',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  response: PrintedPaper,
});

export const getDraftKeys = endpoint('GET /staff/paper_drafts/{id}/print_keys', {
  summary: 'Read keys and solutions of a composed paper for printing',
  description:
    'For staff who may read all keys, and for the person who began the paper while no future test contains one of its questions.',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  response: PrintedKeys,
  refusals: ['not_possible'],
});

export const setDraftSets = endpoint('POST /staff/paper_drafts/{id}/sets', {
  summary: 'Choose how the printed sets of a composed paper differ',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: setsInput,
  response: Type.Object(Success),
});

export const getTestToPrint = endpoint('GET /staff/tests/{id}/print', {
  summary: 'Read a test for printing, without answers',
  id: 'The paper.',
  access: { staff: 'tests.read' },
  response: PrintedPaper,
});

export const getTestKeys = endpoint('GET /staff/tests/{id}/print_keys', {
  summary: 'Read keys and solutions of a test for printing',
  description: 'Until the test is over, for staff who may read all keys, and for the person who composed the test.',
  id: 'The paper.',
  access: { staff: 'tests.read' },
  response: PrintedKeys,
  refusals: ['not_possible'],
});

export const setTestSets = endpoint('POST /staff/tests/{id}/sets', {
  summary: 'Choose how the printed sets of a test differ',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  body: setsInput,
  response: Type.Object(Success),
});
