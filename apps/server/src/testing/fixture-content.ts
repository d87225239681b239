import type { Content } from '../features/bank/content/checking/check-content.ts';
import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import type { ChapterFile, PaperFile } from '../features/bank/content/reading/content-file.ts';

/** This text is part of every solution, note and video of the fixture's papers. No body may contain it while the answer is secret. */
export const canary = 'canary';
/** The key of every numerical question of the fixture's papers. It is long enough that no random token contains it. */
export const numericalKey = '73531846';
/** This text is part of every solution, note and video of practice, which shows its answers. */
export const practiceKey = '8642';

type Type = QuestionEntry['type'];

function question(chapter: string, number: number, topic: string, type: Type, use: 'practice' | 'paper'): QuestionEntry {
  const options = type === 'numerical' ? {} : { options: [1, 2, 3, 4].map((option) => `Option ${option} of ${chapter} ${number}`) };
  const [mark, key] = use === 'paper' ? [canary, numericalKey] : ['explanation', practiceKey];
  return {
    code: `${chapter}-${String(number).padStart(3, '0')}`,
    topic,
    type,
    difficulty: (number % 5) + 1,
    for: use,
    ...(type === 'comprehension' ? { passage: `${chapter}-passage` } : {}),
    text: `Question ${number} of ${chapter}`,
    ...options,
    answer: type === 'numerical' ? key : type === 'multiple_option' ? [1, 3] : 2,
    ...(type === 'numerical' ? { notes: mark } : {}),
    hint: `The ${mark} before ${chapter} ${number}`,
    solution: `The ${mark} of ${chapter} ${number}`,
    video: `${mark}-${chapter}-${number}`,
    translations: {
      hi: {
        text: `${chapter} का प्रश्न ${number}`,
        ...(type === 'numerical' ? { notes: mark } : { options: [1, 2, 3, 4].map((option) => `${chapter} ${number} का विकल्प ${option}`) }),
        hint: `संकेत ${mark} ${chapter} ${number}`,
        solution: `हल ${mark} ${chapter} ${number}`,
      },
    },
  };
}

/**
 * Questions for practice: 1-12 of topic one, 13-18 of topic two. Questions for papers, from 21 on: 10 with four options, 4 numerical, 4
 * multiple option.
 */
function chapter(code: string, name: string, subject: ChapterFile['chapter']['subject']): ChapterFile {
  const practice: Type[] = ['four_options', 'numerical', 'multiple_option', 'comprehension', 'four_options', 'numerical'];
  const paper: Type[] = [...Array(10).fill('four_options'), ...Array(4).fill('numerical'), ...Array(4).fill('multiple_option')];
  return {
    chapter: {
      code,
      name,
      subject,
      topics: [
        { code: `${code}-one`, name: `${name} one` },
        { code: `${code}-two`, name: `${name} two` },
      ],
    },
    passages: [{ code: `${code}-passage`, text: `A passage of ${name}`, translations: { hi: { text: `${name} का गद्यांश` } } }],
    questions: [
      ...[...practice, ...practice].map((type, at) => question(code, at + 1, `${code}-one`, type, 'practice')),
      ...practice.map((type, at) => question(code, at + 13, `${code}-two`, type, 'practice')),
      ...paper.map((type, at) => question(code, at + 21, `${code}-one`, type, 'paper')),
    ],
  };
}

const codes = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}-${String(from + at).padStart(3, '0')}`);

const scheme = { correct: 4, incorrect: -1 };

type Source = { subject: ChapterFile['chapter']['subject']; prefix: string };
const jee: [Source, Source] = [
  { subject: 'physics', prefix: 'motion' },
  { subject: 'maths', prefix: 'numbers' },
];

function paper(code: string, fields: Partial<PaperFile['paper']> = {}, [first, second] = jee): PaperFile {
  return {
    paper: {
      code,
      name: `Paper ${code}`,
      mode: 'mock',
      exam: 'JEE Main',
      minutes: 10,
      courses: ['ENG', 'MED_ENG'],
      free: true,
      retakable: true,
      ...fields,
    },
    sections: [
      { name: 'A', subject: first.subject, type: 'four_options', questions: codes(first.prefix, 21, 24), ...scheme },
      {
        name: 'B',
        subject: first.subject,
        type: 'numerical',
        integer: true,
        questions: codes(first.prefix, 31, 33),
        ...scheme,
        attempt_limit: 2,
        limit_kind: 'block',
      },
      {
        name: 'A',
        subject: second.subject,
        type: 'multiple_option',
        questions: codes(second.prefix, 35, 36),
        correct: 4,
        incorrect: -2,
        partial: [1, 2, 3],
      },
    ],
  };
}

export const fixtureContent: Content = {
  chapters: [chapter('motion', 'Motion', 'physics'), chapter('numbers', 'Numbers', 'maths'), chapter('cells', 'Cells', 'botany')],
  papers: [
    paper('mock'),
    paper('locked-mock', { free: false }),
    paper('single', { retakable: false, mode: 'previous_paper' }),
    // No other paper contains its questions, because an open window hides their answers everywhere.
    paper(
      'hall',
      { mode: 'institute', institute: 'school', opens_at: '2027-01-10T04:30:00Z', closes_at: '2027-01-10T10:30:00Z', retakable: false },
      [
        { subject: 'botany', prefix: 'cells' },
        { subject: 'botany', prefix: 'cells' },
      ],
    ),
  ],
  cheatSheets: [],
  pictures: new Map(),
};
