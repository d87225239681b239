import { join } from 'node:path';
import { presets } from '@abhyas/exam/tests/presets';
import { checkContent } from '@abhyas/server/features/bank/content/checking/check-content';
import { subjectCodes } from '@abhyas/server/features/bank/content/reading/content-file';
import { describe, expect, it } from 'vitest';
import { faultOfRounding, isOfQuantities, saysWhatIsCounted } from './asked-quantity.ts';
import { proseOf, sentencesOf, spelledWordsOf } from './authored-prose.ts';
import { isAscending, valuesOfOptions } from './option-order.ts';
import { labelsCutOff, labelsOf } from './picture-labels.ts';
import { spellingOf } from './spelling.ts';

const root = join(import.meta.dirname, '../../content');
const places = ['bank', 'papers', 'cheat-sheets', 'institute-papers'].map((folder) => join(root, folder));
const content = checkContent(places, root);
const { chapters, papers, cheatSheets, pictures } = content;
const questions = chapters.flatMap(({ chapter, questions: all }) => all.map((question) => ({ ...question, subject: chapter.subject })));
const prose = proseOf(content);
const subjects = Object.keys(subjectCodes) as (keyof typeof subjectCodes)[];

describe('the pictures', () => {
  const drawings = [...pictures]
    .filter(([{ file }]) => file.endsWith('.svg'))
    .map(([{ file }, { bytes }]) => ({ name: file, ...labelsOf(bytes.toString('utf8')) }));

  it('have no label that the edge cuts off', () => {
    expect(drawings.flatMap((drawing) => labelsCutOff(drawing).map((label) => `${drawing.name}: ${label}`))).toEqual([]);
  });

  it('have letters that are large enough to read on a phone', () => {
    const small = drawings.flatMap(({ name, box, labels }) =>
      labels.filter(({ font_size }) => (font_size * 320) / (box.right - box.left) < 13).map(({ text }) => `${name}: ${text}`),
    );
    expect(small).toEqual([]);
  });
});

describe('the questions', () => {
  it('with one right option have numbers as options in ascending order', () => {
    const single = questions.filter(({ type }) => type === 'four_options' || type === 'comprehension');
    const ofNumbers = single.flatMap((question) => {
      const values = valuesOfOptions(question);
      return values ? [{ code: question.code, values }] : [];
    });
    expect(ofNumbers.length).toBeGreaterThan(200);
    expect(ofNumbers.filter(({ values }) => !isAscending(values))).toEqual([]);
  });

  it('that ask for a typed number name its unit, or ask for a count, a share or a named number', () => {
    const numerical = questions.filter(
      (question) => question.type === 'numerical' && (question.subject !== 'maths' || isOfQuantities(question)),
    );
    expect(numerical.filter((question) => !saysWhatIsCounted(question)).map(({ code }) => code)).toEqual([]);
  });

  it('whose key is a range of numbers name the range in their note', () => {
    const ranges = questions.filter(({ answer }) => typeof answer === 'object' && !Array.isArray(answer));
    expect(ranges.length).toBeGreaterThan(0);
    for (const { code, answer, notes } of ranges) {
      const { from, to } = answer as { from: string; to: string };
      expect(notes, code).toBe(`from ${from} to ${to}`);
    }
  });

  it('that ask for a typed number say how to round it, unless it is an integer', () => {
    const numerical = questions.filter(({ type }) => type === 'numerical');
    const faults = numerical.flatMap((question) => {
      const fault = faultOfRounding(question);
      return fault ? [`${question.code}: ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('cite a chapter of NCERT in their solution', () => {
    expect(questions.filter(({ solution }) => !/\(NCERT (?:Class|Laboratory)[^()]*/.test(solution ?? '')).map(({ code }) => code)).toEqual(
      [],
    );
  });

  it('with a video name the clip of the demo or a part of it, and are in no paper', () => {
    const shown = questions.filter(({ video }) => video !== undefined);
    expect(shown.length).toBeGreaterThanOrEqual(20);
    expect(shown.filter(({ video }) => !/^\/clips\/area-of-a-graph\.webm(#t=13,25)?$/.test(video ?? ''))).toEqual([]);
    expect(shown.filter((question) => question.for !== 'practice')).toEqual([]);
  });
});

describe('the texts', () => {
  it('are spelled as British English or as a term of the word list', () => {
    const isSpelled = spellingOf(join(root, 'words.txt'));
    const unknown = prose.flatMap(({ of, text }) => spelledWordsOf(text).flatMap((word) => (isSpelled(word) ? [] : [`${of}: ${word}`])));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('have no sentence of more than 40 words', () => {
    const long = prose.flatMap(({ of, text }) =>
      sentencesOf(text).flatMap((words) => (words.length > 40 ? [`${of}: ${words.join(' ')}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it.each(chapters.map((chapter) => [chapter.chapter.code, chapter] as const))('have short sentences on average: %s', (_code, chapter) => {
    const sentences = proseOf({ chapters: [chapter], papers: [], cheatSheets: [] }).flatMap(({ text }) => sentencesOf(text));
    expect(sentences.flat().length / sentences.length).toBeLessThanOrEqual(12);
  });
});

describe('the bank is large enough for practice:', () => {
  const practice = questions.filter((question) => question.for === 'practice');

  it('700 questions, 150 of each science and of maths, 125 of botany and of zoology', () => {
    expect(questions.length).toBeGreaterThanOrEqual(700);
    for (const subject of subjects) {
      const least = subject === 'botany' || subject === 'zoology' ? 125 : 150;
      expect(questions.filter((question) => question.subject === subject).length, subject).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(subjects)('six chapters of three topics: %s', (subject) => {
    const ofSubject = chapters.filter(({ chapter }) => chapter.subject === subject && chapter.topics.length >= 3);
    expect(ofSubject.length).toBeGreaterThanOrEqual(6);
  });

  it('six questions of each topic that are in no paper', () => {
    const inPapers = new Set(papers.flatMap(({ sections }) => sections.flatMap((section) => section.questions)));
    const topics = chapters.flatMap(({ chapter }) => chapter.topics.map(({ code }) => code));
    const free = (topic: string) => practice.filter((question) => question.topic === topic && !inPapers.has(question.code)).length;
    expect(topics.filter((topic) => free(topic) < 6)).toEqual([]);
  });

  it('70 questions with a figure and 15 passages with two questions or more', () => {
    expect(questions.filter(({ figure, option_figures }) => figure ?? option_figures).length).toBeGreaterThanOrEqual(70);
    const groups = chapters.flatMap(({ passages = [] }) =>
      passages.map(({ code }) => questions.filter(({ passage }) => passage === code).length),
    );
    expect(groups.filter((size) => size >= 2).length).toBeGreaterThanOrEqual(15);
  });

  it('60 solutions with a figure, and 24 questions with pictures as options', () => {
    expect(questions.filter(({ solution_figure }) => solution_figure).length).toBeGreaterThanOrEqual(60);
    expect(questions.filter(({ option_figures }) => option_figures).length).toBeGreaterThanOrEqual(24);
  });

  it('at least 24 questions for practice in every chapter', () => {
    const size = (all: readonly { for: string }[]) => all.filter((question) => question.for === 'practice').length;
    expect(chapters.filter((chapter) => size(chapter.questions) < 24).map(({ chapter }) => chapter.code)).toEqual([]);
  });

  it('biology in the forms of NEET: matching lists in a fifth of the practice questions, pairs of statements in 15 percent', () => {
    const ofBiology = practice.filter(({ subject }) => subject === 'botany' || subject === 'zoology');
    const part = (isForm: (question: (typeof ofBiology)[number]) => boolean) => ofBiology.filter(isForm).length / ofBiology.length;
    const isMatchList = ({ text, options = [] }: (typeof ofBiology)[number]) =>
      text.includes('<table') && options.every((option) => /A.*[ivIV1-4].*B/.test(option));
    expect(part(isMatchList)).toBeGreaterThanOrEqual(0.2);
    expect(part(({ text }) => text.includes('Statement II'))).toBeGreaterThanOrEqual(0.15);
    expect(part(({ text }) => text.includes('Reason (R)'))).toBeGreaterThanOrEqual(0.05);
  });

  it.each(subjects)('the question types of the exams, and every difficulty with most questions in the middle: %s', (subject) => {
    const ofSubject = practice.filter((question) => question.subject === subject);
    // Only NEET asks biology, and only with four options.
    const isBiology = subject === 'botany' || subject === 'zoology';
    const asked = isBiology ? ['four_options', 'comprehension'] : ['four_options', 'comprehension', 'multiple_option', 'numerical'];
    expect(new Set(ofSubject.map(({ type }) => type))).toEqual(new Set(asked));
    const part = (difficulties: number[]) =>
      ofSubject.filter(({ difficulty }) => difficulties.includes(difficulty)).length / ofSubject.length;
    for (const difficulty of [1, 2, 3, 4, 5]) expect(part([difficulty]), `difficulty ${difficulty}`).toBeGreaterThanOrEqual(0.02);
    expect(part([2, 3, 4])).toBeGreaterThanOrEqual(0.6);
    expect(part([1, 5])).toBeGreaterThanOrEqual(0.08);
  });

  it('cheat sheets of 40 chapters, seven of each subject, with at least ten quick points', () => {
    const full = new Set(cheatSheets.filter(({ quick_points }) => quick_points.length >= 10).map(({ chapter }) => chapter));
    expect(full.size).toBeGreaterThanOrEqual(40);
    for (const subject of subjects) {
      expect(
        chapters.filter(({ chapter }) => chapter.subject === subject && full.has(chapter.code)).length,
        subject,
      ).toBeGreaterThanOrEqual(7);
    }
  });
});

describe('the papers', () => {
  const countOf = (paper: (typeof papers)[number]) => paper.sections.reduce((sum, section) => sum + section.questions.length, 0);

  it.each([
    ['jee_main_2025', 75],
    ['jee_main_2022_24', 90],
    ['neet_2025', 180],
    ['new_neet_2022_24', 200],
    ['new_neet_2021', 200],
    ['jee_main_2021', 90],
    ['jee_advanced_paper_1', undefined],
    ['jee_advanced_paper_2', undefined],
  ] as const)('include one of the pattern %s, with its number of questions', (preset, count) => {
    const ofPreset = papers.filter(({ paper }) => paper.preset === preset);
    const wanted = presets[preset].sections.reduce((sum, section) => sum + section.question_count, 0);
    expect(wanted).toBe(count ?? wanted);
    expect(ofPreset.map(countOf)).toContain(wanted);
  });

  it.each(subjects)('include two sets in the style of previous papers for one subject: %s', (subject) => {
    const sets = papers.filter(
      ({ paper, sections }) => paper.mode === 'previous_paper' && sections.every((section) => section.subject === subject),
    );
    expect(sets.length).toBeGreaterThanOrEqual(2);
  });

  it('in the style of previous papers are named accordingly', () => {
    const previous = papers.filter(({ paper }) => paper.mode === 'previous_paper');
    expect(previous.filter(({ paper }) => !paper.name.startsWith('Previous-paper style: '))).toEqual([]);
  });

  const codesOf = ({ sections }: (typeof papers)[number]) => sections.flatMap((section) => section.questions);
  const mocks = papers.filter(({ paper }) => paper.mode === 'mock');

  it.each(['JEE', 'NEET'])('share no question between two mocks of %s', (exam) => {
    const asked = mocks.filter(({ paper }) => paper.exam.startsWith(exam)).flatMap(codesOf);
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter((code, at) => asked.indexOf(code) !== at)).toEqual([]);
  });

  it.each(mocks.filter(({ paper }) => paper.preset).map((paper) => [paper.paper.code, paper] as const))(
    'spread their keys, 20 to 30 percent for each option: %s',
    (_code, paper) => {
      const asked = new Set(codesOf(paper));
      const keys = questions.flatMap(({ code, answer }) => (asked.has(code) && typeof answer === 'number' ? [answer] : []));
      for (const option of [1, 2, 3, 4]) {
        const part = keys.filter((key) => key === option).length / keys.length;
        expect(part, `option ${option} is right`).toBeGreaterThanOrEqual(0.2);
        expect(part, `option ${option} is right`).toBeLessThanOrEqual(0.3);
      }
    },
  );

  it('contain no topic that the exams have dropped, while practice keeps the potentiometer with a note that it was dropped', () => {
    const dropped = questions.filter(({ text }) => /potentiometer/i.test(text));
    expect(dropped.length).toBeGreaterThan(0);
    expect(dropped.filter(({ text }) => !text.includes('(Not asked by NEET and JEE Main any more.)'))).toEqual([]);
    const held = new Set(papers.flatMap(codesOf));
    expect(dropped.filter(({ code }) => held.has(code))).toEqual([]);
  });

  it('in the style of previous papers cover at least 60 chapters with questions that no mock or test contains', () => {
    const held = new Set(papers.filter(({ paper }) => paper.mode !== 'previous_paper').flatMap(codesOf));
    const previous = new Set(papers.filter(({ paper }) => paper.mode === 'previous_paper').flatMap(codesOf));
    expect([...previous].filter((code) => held.has(code))).toEqual([]);
    const shown = chapters.filter(({ questions: all }) => all.some(({ code }) => previous.has(code)));
    expect(shown.length).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ['JEE Main', 'jee_main_2025'],
    ['NEET', 'neet_2025'],
  ])('include three mocks of %s in the pattern of 2025', (_exam, preset) => {
    expect(mocks.filter(({ paper }) => paper.preset === preset)).toHaveLength(3);
  });

  it.each(['jee_advanced_paper_1', 'jee_advanced_paper_2'])('include two mocks of %s, mostly of questions at level 4 or 5', (preset) => {
    const ofPreset = mocks.filter(({ paper }) => paper.preset === preset);
    expect(ofPreset).toHaveLength(2);
    for (const paper of ofPreset) {
      const asked = new Set(codesOf(paper));
      const hard = questions.filter(({ code, difficulty }) => asked.has(code) && difficulty >= 4);
      expect(hard.length / asked.size, paper.paper.code).toBeGreaterThanOrEqual(0.6);
    }
  });

  it('include one mock that needs Premium', () => {
    expect(mocks.filter(({ paper }) => !paper.free)).toHaveLength(1);
  });

  it('include two tests and two assignments of an institute', () => {
    const ofInstitute = papers.filter(({ paper }) => paper.mode === 'institute');
    expect(ofInstitute.filter(({ paper }) => paper.assignment).length).toBeGreaterThanOrEqual(2);
    expect(ofInstitute.filter(({ paper }) => !paper.assignment).length).toBeGreaterThanOrEqual(2);
  });
});
