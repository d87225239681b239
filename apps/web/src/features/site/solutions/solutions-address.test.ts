import { expect, test } from 'vitest';
import { type BoardAddress, isSearched, papersOf, readBoardAddress, withFilter, withPaper, withText } from './solutions-address.ts';

const all: BoardAddress = {
  search_question_text: 'lens',
  test_type_id: 1,
  subject_id: 2,
  chapter_id: 3,
  checkpoint_id: 4,
  previous_papers: 'NEET 2025',
};

test('each field of an address is read separately, and an invalid value is omitted', () => {
  expect(readBoardAddress({ ...all, subject_id: '2' })).toEqual(all);
  expect(readBoardAddress({ search_question_text: 2025 })).toEqual({ search_question_text: '2025' });
  expect(readBoardAddress({ search_question_text: '  ', chapter_id: -1, checkpoint_id: 'x', previous_papers: ['a'] })).toEqual({});
  expect(readBoardAddress({ search_question_text: 'a'.repeat(10_000) }).search_question_text).toHaveLength(500);
});

test('clearing a course clears subject, chapter and topic; clearing a subject clears chapter and topic; clearing a chapter clears the topic', () => {
  const { search_question_text, previous_papers } = all;
  const kept = { search_question_text, previous_papers };
  expect(withFilter(all, 'test_type_id', 2)).toEqual({ ...kept, test_type_id: 2 });
  expect(withFilter(all, 'subject_id', null)).toEqual({ ...kept, test_type_id: 1 });
  expect(withFilter(all, 'chapter_id', 9)).toEqual({ ...kept, test_type_id: 1, subject_id: 2, chapter_id: 9 });
});

test('a previous paper is selected and deselected by its name', () => {
  const two = withPaper(all, 'NEET 2024');
  expect(papersOf(two)).toEqual(['NEET 2025', 'NEET 2024']);
  expect(withPaper(withPaper(two, 'NEET 2025'), 'NEET 2024')).not.toHaveProperty('previous_papers');
});

test('without text and without a previous paper there is no search', () => {
  expect([
    isSearched({ subject_id: 2 }),
    isSearched(withText({}, ' ')),
    isSearched(all),
    isSearched({ previous_papers: 'NEET 2025' }),
  ]).toEqual([false, false, true, true]);
});
