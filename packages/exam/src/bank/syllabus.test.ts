import { describe, expect, it } from 'vitest';
import { notAskedIn, syllabusNote } from './syllabus.ts';

describe('the exams that do not ask a question', () => {
  it('are those that do not ask its topic, beginning with the first year without it', () => {
    expect(notAskedIn({ NEET: 2024 }, null, 2023)).toEqual([]);
    expect(notAskedIn({ NEET: 2024 }, null, 2024)).toEqual(['NEET']);
    expect(notAskedIn({ 'JEE Main': 2024, NEET: 2024 }, null, 2026)).toEqual(['NEET', 'JEE Main']);
  });

  it('are given by the question itself if it has a value, even an empty one', () => {
    expect(notAskedIn({ NEET: 2024 }, {}, 2026)).toEqual([]);
    expect(notAskedIn({}, { 'JEE Advanced': 2023 }, 2026)).toEqual(['JEE Advanced']);
  });
});

it('the note names the exams and the year of the syllabus', () => {
  expect(syllabusNote([])).toBeNull();
  expect(syllabusNote(['NEET'], 2026)).toBe('Not in the NEET 2026 syllabus');
  expect(syllabusNote(['NEET', 'JEE Main', 'JEE Advanced'], 2026)).toBe('Not in the NEET, JEE Main and JEE Advanced 2026 syllabus');
});
