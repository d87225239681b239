import { expect, test } from 'vitest';
import type { PaperSection, QuestionContent } from '../../../question/question-content.ts';
import { placesOf } from './paper-places.ts';

const section = (name: string, at: number, question_type: 0 | 1 | 2 | 3) =>
  ({ name, section: at, subject_name: 'Physics', question_type, first_position: at + 1, question_count: 1 }) as PaperSection;

const titlesOf = (sections: PaperSection[]) =>
  placesOf({
    sections,
    questions: sections.map(({ first_position }) => ({ position: first_position, comprehension_question_id: null }) as QuestionContent),
    comprehension_questions: [],
  }).map(({ sectionTitle }) => sectionTitle);

test('in a subject with more than two sections, each section shows its name and its question type', () => {
  expect(titlesOf([section('1', 0, 0), section('2', 1, 2), section('3', 2, 1), section('Passages', 3, 3)])).toEqual([
    'Section 1 · One correct',
    'Section 2 · One or more correct',
    'Section 3 · Numerical',
    'Passages · One correct, with a passage',
  ]);
});

test('of two sections the first is called A and the other B', () => {
  expect(titlesOf([section('Botany A', 0, 0), section('Botany B', 1, 0)])).toEqual(['Section A', 'Section B']);
});
