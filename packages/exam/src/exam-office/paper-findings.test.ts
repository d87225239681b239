import { expect, it } from 'vitest';
import type { SectionPlan } from './blueprint.ts';
import { findingsOf, type PaperQuestion } from './paper-findings.ts';

const one = (id: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  id,
  subject_id: 2,
  chapter_id: 1,
  chapter_name: 'Motion',
  level: 3,
  question_type: 0,
  key: (id % 4) + 1,
  has_whole_key: true,
  passage: null,
  last_used: null,
  likeness: null,
  is_held_back: false,
  is_retired: false,
  is_off_syllabus: false,
  has_practice_twin: false,
  is_picture: false,
  is_untranslated: false,
  ...more,
});
const ten = (more: (id: number) => Partial<PaperQuestion> = () => ({})) => Array.from({ length: 10 }, (_none, at) => one(at, more(at)));
const inPassage = (size: number) => ({ passage: { id: 1, size } });

it.each<[string, PaperQuestion[], Partial<SectionPlan>, [kind: string, text: RegExp, ids: number[]][]]>([
  ['none for a paper as planned', ten(), {}, []],
  ['missing questions', ten().slice(1), {}, [['missing', /^Physics, A: 1 of 10 questions missing\.$/, []]]],
  ['questions beyond the count', [...ten(), one(10)], {}, [['surplus', /1 question too many for 10/, []]]],
  ['another subject or form', ten((id) => (id === 3 ? { subject_id: 3 } : {})), {}, [['form', /another subject or form/, [3]]]],
  [
    'a key that is not a whole number',
    ten((id) => ({ key: null, has_whole_key: id > 0 })),
    { integer: true },
    [['integer', /not a whole number/, [0]]],
  ],
  [
    'a question of a future test',
    ten((id) => ({ is_held_back: id === 4 })),
    {},
    [['held_back', /^1 question of a future test or of a mock: swap it\.$/, [4]]],
  ],
  ['retired questions', ten((id) => ({ is_retired: id < 2 })), {}, [['retired', /2 questions .* swap them/, [0, 1]]]],
  ['a question off the syllabus', ten((id) => ({ is_off_syllabus: id === 0 })), {}, [['off_syllabus', /outside the exam/, [0]]]],
  ['a twin in practice', ten((id) => ({ has_practice_twin: id === 9 })), {}, [['practice_twin', /practice/, [9]]]],
  [
    'questions without the second language',
    ten((id) => ({ is_untranslated: id < 2 })),
    {},
    [['language', /^2 questions in English only/, [0, 1]]],
  ],
  [
    'questions that differ only in their numbers',
    ten((id) => ({ likeness: id < 2 ? 'same' : null })),
    {},
    [['near_duplicate', /^2 questions/, [0, 1]]],
  ],
  [
    'that pictures of a printed paper are not checked for difficulty and syllabus',
    ten(() => ({ is_picture: true, is_off_syllabus: true, level: 1 })),
    {},
    [['picture', /^10 questions from a printed paper: difficulty, syllabus and likeness/, []]],
  ],
  ['an incomplete passage', ten((id) => (id < 2 ? inPassage(3) : {})), {}, [['passage', /incomplete/, [0, 1]]]],
  ['a passage with separated questions', ten((id) => (id === 1 || id === 3 ? inPassage(2) : {})), {}, [['passage', /separated/, [1, 3]]]],
  [
    'chapters that deviate from the plan',
    ten((id) => (id < 6 ? {} : { chapter_id: 2, chapter_name: 'Heat' })),
    {
      chapters: [
        { chapter_id: 1, weight: 1 },
        { chapter_id: 2, weight: 1 },
      ],
    },
    [['chapter', /Motion \(6 for 5\)/, []]],
  ],
  [
    'levels that deviate by more than ten in a hundred',
    ten((id) => ({ level: id < 2 ? 1 : 3 })),
    {},
    [['level', /2 of level 1 for 0, 8 of level 3 for 10/, []]],
  ],
  ['none for levels that deviate by ten in a hundred', ten((id) => ({ level: id < 1 ? 1 : 3 })), {}, []],
  ['uneven keys', ten((id) => ({ key: id < 4 ? 1 : (id % 3) + 2 })), {}, [['key', /A 40 %/, []]]],
])('finding: %s', (_title, questions, more, found) => {
  const plan: SectionPlan = { subject_id: 2, question_type: 0, question_count: 10, integer: false, chapters: [], ...more };
  const findings = findingsOf({ sections: [plan], shares: [0, 0, 1, 0, 0] }, [{ name: 'A', questions }]);
  expect(findings.map(({ kind, question_ids }) => [kind, question_ids])).toEqual(found.map(([kind, , ids]) => [kind, ids]));
  for (const [at, [, text]] of found.entries()) expect(findings[at]?.text).toMatch(text);
});

it('a blocking finding comes before the others', () => {
  const questions = ten((id) => ({ is_off_syllabus: true, is_held_back: id === 0 }));
  const plan: SectionPlan = { subject_id: 2, question_type: 0, question_count: 10, integer: false, chapters: [] };
  expect(findingsOf({ sections: [plan], shares: [1] }, [{ name: 'A', questions }]).map(({ is_blocking }) => is_blocking)).toEqual([
    true,
    false,
    false,
  ]);
});
