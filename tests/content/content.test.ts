import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { questionTypes } from '@abhyas/exam/bank/question';
import { notAskedIn } from '@abhyas/exam/bank/syllabus';
import { checkContent } from '@abhyas/server/features/bank/content/checking/check-content';
import { subjectCodes } from '@abhyas/server/features/bank/content/reading/content-file';
import { describe, expect, it } from 'vitest';
import { faultOfAnswer } from './computed-answer.ts';
import { boundsOfForms, boundsOfKeys, formOf, isWithin, shareOf } from './forms.ts';
import { pairsAlike } from './likeness.ts';
import { twinsOf } from './twins.ts';
import { faultOfCheck } from './vacuous-check.ts';

const root = join(import.meta.dirname, '../../content');
/** The institute's own questions belong to chapters of the shared bank, but the institute owns them. */
const ofInstitute = checkContent([join(root, 'institute')], root);
const besides = new Set(['figures', 'institute']);
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !besides.has(entry.name));
const { chapters, papers, pictures, faults } = checkContent(
  folders.map(({ name }) => join(root, name)),
  root,
);
const questions = chapters.flatMap((chapter) => chapter.questions.map((question) => ({ ...question, subject: chapter.chapter.subject })));
const mostOfOneOption = 0.4;
/** Two questions of at least this likeness give each other's answer away. */
const mostLikeness = 0.8;
const subjects = Object.keys(subjectCodes);

describe('the demo content', () => {
  it('has no fault, as the importer checks it', () => {
    const all = [...faults, ...ofInstitute.faults];
    expect(all.map(({ file, line, what }) => `${file}:${line}: ${what}`)).toEqual([]);
    expect(ofInstitute.chapters.length).toBeGreaterThan(0);
    expect(ofInstitute.papers.length).toBeGreaterThan(0);
  });

  it.each([...chapters, ...ofInstitute.chapters].map((chapter) => [chapter.chapter.code, chapter] as const))(
    'stores the answers that its formulas give: %s',
    (_code, chapter) => {
      const wrong = chapter.questions.flatMap((question) => {
        const fault = faultOfAnswer(question);
        return fault ? [`${question.code}: ${fault}`] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(subjects)('has only checks that compute the key from the values in the question: %s', (subject) => {
    const ofSubject = chapters.filter(({ chapter }) => chapter.subject === subject);
    const faults = ofSubject.flatMap(({ questions: all, passages = [] }) =>
      all.flatMap(({ code, check, text, figure, passage }) => {
        const around = passages.find((one) => one.code === passage);
        const read = [text, figure?.alt, around?.text, around?.figure?.alt].filter((part) => part !== undefined);
        const fault = check && faultOfCheck({ check, read });
        return fault ? [`${code}: ${fault}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it.each(subjects)('has no twins, in practice and papers together: %s', (subject) => {
    const compared = chapters
      .filter(({ chapter }) => chapter.subject === subject)
      .flatMap(({ questions: all, passages = [] }) =>
        all.map((question) => ({ ...question, subject, passage_text: passages.find(({ code }) => code === question.passage)?.text })),
      );
    const twins = twinsOf(compared, mostLikeness).map(({ codes, likeness }) => `${codes.join(' and ')}: ${likeness.toFixed(2)}`);
    expect(twins).toEqual([]);
  });

  it.each(subjects)('has keys without a pattern: %s', (subject) => {
    const ofSubject = questions.filter((question) => question.subject === subject);
    const outside = boundsOfKeys
      .map(({ of, within, share }) => ({ of, within, share: share(ofSubject) }))
      .filter(({ share, within }) => !Number.isNaN(share) && !isWithin(share, within));
    expect(outside).toEqual([]);
  });

  it('has no two questions that differ in their numbers only', () => {
    expect(pairsAlike(questions)).toEqual([]);
  });

  it.each(subjects)('does not favour one option: %s', (subject) => {
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

  it.each(subjects)('has three chapters of two topics or more: %s', (subject) => {
    const ofSubject = chapters.filter(({ chapter }) => chapter.subject === subject);
    expect(ofSubject.length).toBeGreaterThanOrEqual(3);
    expect(ofSubject.filter(({ chapter }) => chapter.topics.length < 2).map(({ chapter }) => chapter.code)).toEqual([]);
  });

  it('has four questions of each topic that are in no paper', () => {
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

  it('has no unused picture', () => {
    const drawn = readdirSync(join(root, 'figures'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    const shown = new Set([...pictures.keys()].map(({ file }) => file));
    expect(drawn.filter((name) => !shown.has(name.replaceAll('\\', '/')))).toEqual([]);
  });
});

describe('the demo papers', () => {
  const count = (paper: (typeof papers)[number]) => paper.sections.reduce((sum, section) => sum + section.questions.length, 0);
  const ofMode = (mode: string) => papers.filter(({ paper }) => paper.mode === mode);

  it('include a JEE Main mock of 75 questions', () => {
    expect(ofMode('mock').filter((paper) => paper.paper.preset?.startsWith('jee_main') && count(paper) === 75)).not.toEqual([]);
  });

  it('include one in the style of previous papers', () => {
    expect(ofMode('previous_paper')).not.toEqual([]);
  });

  it('contain only topics of the newest syllabus of their exam, if they are mocks in the current pattern', () => {
    const topics = new Map(chapters.flatMap(({ chapter }) => chapter.topics.map((topic) => [topic.code, topic] as const)));
    const isDropped = ({ topic, not_asked_since }: (typeof questions)[number], exam: string) =>
      notAskedIn(topics.get(topic)?.not_asked_since ?? {}, not_asked_since ?? null).some((name) => name === exam);
    expect(questions.filter((question) => isDropped(question, 'JEE Main')).length).toBeGreaterThan(0);
    const present = ofMode('mock').filter(({ paper }) => /2025$|^jee_advanced/.test(paper.preset ?? ''));
    const asked = present.flatMap(({ paper, sections }) =>
      sections.flatMap((section) =>
        questions
          .filter((question) => section.questions.includes(question.code) && isDropped(question, paper.exam))
          .map(({ code }) => `${paper.code}: ${code}`),
      ),
    );
    expect(present.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  it('contain statement pairs, assertions with reasons and match lists as often as their exams do, if they are mocks in the current pattern', () => {
    const byCode = new Map(questions.map((question) => [question.code, question]));
    const present = ofMode('mock').filter(({ paper }) => (paper.preset ?? '').endsWith('2025'));
    const outside = present.flatMap(({ paper, sections }) =>
      ['physics', 'chemistry'].flatMap((subject) => {
        const asked = sections
          .filter((section) => section.subject === subject)
          .flatMap((section) => section.questions.flatMap((code) => byCode.get(code) ?? []))
          .filter(({ options }) => options);
        const share = shareOf(asked, (question) => formOf(question) !== 'plain');
        const within = boundsOfForms[paper.exam];
        return within && isWithin(share, within) ? [] : [`${paper.code}, ${subject}: ${share.toFixed(2)}`];
      }),
    );
    expect(new Set(present.map(({ paper }) => paper.exam))).toEqual(new Set(Object.keys(boundsOfForms)));
    expect(outside).toEqual([]);
  });

  it('include a mock of 15 minutes for a first try', () => {
    expect(ofMode('mock').filter(({ paper }) => paper.minutes === 15)).not.toEqual([]);
  });

  // Chemistry has 156 four-option questions for papers, and the NEET mocks need 95 of them, some of which were in tests before.
  const shortOfQuestions = ['neet_2025', 'new_neet_2022_24'];

  it("put no question of an institute's test into a self-paced paper, which would withhold its solution; NEET mocks are the exception", () => {
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
