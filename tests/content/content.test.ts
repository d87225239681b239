import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { questionTypes } from '@abhyas/exam/bank/question';
import { checkContent } from '@abhyas/server/features/bank/content/check-content';
import { subjectCodes } from '@abhyas/server/features/bank/content/content-file';
import { describe, expect, it } from 'vitest';
import { faultOfAnswer } from './computed-answer.ts';
import { pairsAlike } from './likeness.ts';

const root = join(import.meta.dirname, '../../content');
/** The institute's own questions stand in chapters of the shared bank, and are loaded as its own. */
const ofInstitute = checkContent([join(root, 'institute')], root);
const besides = new Set(['figures', 'institute']);
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !besides.has(entry.name));
const { chapters, papers, pictures, faults } = checkContent(
  folders.map(({ name }) => join(root, name)),
  root,
);
const questions = chapters.flatMap((chapter) => chapter.questions.map((question) => ({ ...question, subject: chapter.chapter.subject })));
const mostOfOneOption = 0.4;

describe('the demo content', () => {
  it('is without a fault, as the importer checks it', () => {
    const all = [...faults, ...ofInstitute.faults];
    expect(all.map(({ file, line, what }) => `${file}:${line}: ${what}`)).toEqual([]);
    expect(ofInstitute.chapters.length).toBeGreaterThan(0);
    expect(ofInstitute.papers.length).toBeGreaterThan(0);
  });

  it.each([...chapters, ...ofInstitute.chapters].map((chapter) => [chapter.chapter.code, chapter] as const))(
    'has the answers that its formulas give: %s',
    (_code, chapter) => {
      const wrong = chapter.questions.flatMap((question) => {
        const fault = faultOfAnswer(question);
        return fault ? [`${question.code}: ${fault}`] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  it('has no two questions that are copies with other numbers', () => {
    expect(pairsAlike(questions)).toEqual([]);
  });

  it.each(Object.keys(subjectCodes))('does not favour one option: %s', (subject) => {
    const keys = questions.flatMap(({ answer, ...question }) =>
      question.subject === subject && typeof answer === 'number' ? [answer] : [],
    );
    expect(keys.length).toBeGreaterThan(0);
    for (const option of [1, 2, 3, 4]) {
      const part = keys.filter((key) => key === option).length / keys.length;
      expect(part, `option ${option} is right`).toBeLessThanOrEqual(mostOfOneOption);
      expect(part, `option ${option} is right`).toBeGreaterThan(0);
    }
  });

  it.each(Object.keys(subjectCodes))('has three chapters of two topics or more: %s', (subject) => {
    const ofSubject = chapters.filter(({ chapter }) => chapter.subject === subject);
    expect(ofSubject.length).toBeGreaterThanOrEqual(3);
    expect(ofSubject.filter(({ chapter }) => chapter.topics.length < 2).map(({ chapter }) => chapter.code)).toEqual([]);
  });

  it('has four questions of each topic that stand in no paper', () => {
    const topics = chapters.flatMap(({ chapter }) => chapter.topics.map(({ code }) => code));
    const short = topics.filter(
      (topic) => questions.filter((question) => question.topic === topic && question.for === 'practice').length < 4,
    );
    expect(short).toEqual([]);
  });

  it('has every type of question for practice and every difficulty', () => {
    const practice = questions.filter((question) => question.for === 'practice');
    expect(new Set(practice.map(({ type }) => type))).toEqual(new Set(Object.keys(questionTypes)));
    expect([...new Set(practice.map(({ difficulty }) => difficulty))].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is large enough to practise with', () => {
    expect(questions.length).toBeGreaterThanOrEqual(240);
    expect(questions.filter(({ figure, option_figures }) => figure ?? option_figures).length).toBeGreaterThanOrEqual(20);
    expect(chapters.flatMap(({ passages = [] }) => passages).length).toBeGreaterThanOrEqual(4);
  });

  it('has no picture that nothing shows', () => {
    const drawn = readdirSync(join(root, 'figures'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    const shown = new Set([...pictures.keys()].map(({ file }) => file));
    expect(drawn.filter((name) => !shown.has(name.replaceAll('\\', '/')))).toEqual([]);
  });
});

describe('the demo papers', () => {
  const count = (paper: (typeof papers)[number]) => paper.sections.reduce((sum, section) => sum + section.questions.length, 0);
  const ofMode = (mode: string) => papers.filter(({ paper }) => paper.mode === mode);

  it('hold a JEE Main mock of 75 questions', () => {
    expect(ofMode('mock').filter((paper) => paper.paper.preset?.startsWith('jee_main') && count(paper) === 75)).not.toEqual([]);
  });

  it('hold one in the style of previous papers', () => {
    expect(ofMode('previous_paper')).not.toEqual([]);
  });

  it('hold a mock of 15 minutes for trying things', () => {
    expect(ofMode('mock').filter(({ paper }) => paper.minutes === 15)).not.toEqual([]);
  });

  // The mocks of NEET ask 95 of the 156 questions of chemistry with four options that are for papers, some of which tests had before them.
  const shortOfQuestions = ['neet_2025', 'new_neet_2022_24'];

  it("put no question of an institute's test into a self-paced paper but a mock of NEET: its solution could not be read there", () => {
    const ofInstitutes = new Set(ofMode('institute').flatMap(({ sections }) => sections.flatMap((section) => section.questions)));
    expect(ofInstitutes.size).toBeGreaterThan(0);
    const unreadable = papers
      .filter(({ paper }) => paper.mode !== 'institute' && !shortOfQuestions.includes(paper.preset ?? ''))
      .flatMap(({ paper, sections }) =>
        sections.flatMap((section) => section.questions.filter((code) => ofInstitutes.has(code)).map((code) => `${paper.code}: ${code}`)),
      );
    expect(unreadable).toEqual([]);
  });
});
