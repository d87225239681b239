import type { Crop, Piece } from '@abhyas/exam/exam-office/question-crops';
import { describe, expect, it } from 'vitest';
import {
  altOf,
  faultsOf,
  joined,
  LEAST_SIDE,
  moved,
  newPaper,
  placedSections,
  planOf,
  sectionsOfCrops,
  withCrop,
  withKeyLine,
  withNewSection,
  withoutPiece,
  withPattern,
  withPiece,
  withSection,
  withTopic,
} from './printed-paper.ts';

const piece = (page: number, top: number, more: Partial<Piece> = {}): Piece => ({
  page,
  left: 0.05,
  right: 0.48,
  top,
  bottom: top + 0.1,
  ...more,
});
const right = { left: 0.52, right: 0.95 };
const crop = (number: number, pieces: Piece[], text = `${number}. One\n(A) a (B) b`): Crop => ({ number, pieces, text });
const three = () => newPaper([crop(1, [piece(0, 0.1)]), crop(2, [piece(0, 0.5)]), crop(3, [piece(0, 0.1, right)])], 'Test 7.pdf');
const tops = ({ crops }: ReturnType<typeof three>) =>
  crops.map(({ pieces: [first] }) => first && [first.page, first.left < 0.5, first.top]);

describe('a printed paper', () => {
  it('has the name of its file, and options as they are printed', () => {
    expect(three()).toMatchObject({ name: 'Test 7', option_names: 'letters' });
    expect(newPaper([crop(1, [], '(1) a (2) b (3) c')], '.pdf')).toMatchObject({ name: 'Printed paper', option_names: 'numbers' });
  });

  it.each<[string, Piece, number]>([
    ['below a question of its column', piece(0, 0.3), 1],
    ['before the next column', piece(0, 0.9), 2],
    ['in the next column', piece(0, 0.4, right), 3],
    ['above all', piece(0, 0), 0],
    ['on the next page', piece(1, 0), 3],
    ['across both columns, below them', piece(0, 0.7, { right: 0.95 }), 3],
  ])('adds a new question in reading order: %s', (_title, added, place) => {
    expect(withCrop(three(), added).crops.findIndex(({ id }) => id === 4)).toBe(place);
  });

  it('joins a question to the one before, which keeps its number and key', () => {
    const { paper } = withKeyLine(three(), '1B 2C');
    const { crops } = joined(paper, 2);
    expect(crops).toMatchObject([{ number: 1, key: 'B', pieces: [piece(0, 0.1), piece(0, 0.5)] }, { number: 3 }]);
    expect(joined(paper, 1)).toBe(paper);
  });

  it('can lose a part of a question; without its only part the question is removed', () => {
    const paper = withPiece(three(), 2, piece(1, 0.1));
    expect(withoutPiece(paper, 2, 0).crops[1]?.pieces).toEqual([piece(1, 0.1)]);
    expect(tops(withoutPiece(three(), 2, 0))).toHaveLength(2);
  });

  it('has edges that stay on the page and never cross', () => {
    const box = piece(0, 0.1);
    expect(moved(box, 'bottom', 9, 1.4).bottom).toBe(1.4);
    expect(moved(box, 'bottom', 0, 1.4).bottom).toBeCloseTo(0.1 + LEAST_SIDE);
    expect(moved(box, 'left', -1, 1.4).left).toBe(0);
    expect(moved(box, 'right', 0, 1.4).right).toBeCloseTo(0.05 + LEAST_SIDE);
  });
});

describe('its sections', () => {
  it('take the questions in order, and the last section takes all that are left', () => {
    const paper = withSection(withNewSection(three()), 1, { question_type: 1 });
    expect(placedSections(paper).map(({ first, last, question_count }) => [first, last, question_count])).toEqual([
      [1, 1, 1],
      [2, 3, 2],
    ]);
    expect(sectionsOfCrops(paper).map(({ question_type }) => question_type)).toEqual([0, 1, 1]);
    expect(planOf(paper).sections).toMatchObject([
      { name: 'A', question_count: 1, chapters: [] },
      { name: 'B', question_count: 2, chapters: [] },
    ]);
  });

  it('follow the pattern of an exam', () => {
    const paper = withPattern(three(), 'jee_main_2025', 'JEE Main');
    expect(paper.sections).toHaveLength(6);
    expect(paper.minutes).toBe(180);
    expect(faultsOf(paper)).toContain('The sections have more questions than the paper.');
  });
});

describe('a paper is ready', () => {
  it('once every question has a fitting key and a topic', () => {
    const keyless = withSection(three(), 0, { topic_id: 7 });
    expect(faultsOf(keyless)).toEqual(['No key yet: 1, 2, 3.']);
    const { paper, read } = withKeyLine(keyless, '1A 2B 3C');
    expect(read.faults).toEqual([]);
    expect(faultsOf(paper)).toEqual([]);
    expect(faultsOf(withSection(paper, 0, { question_type: 1 }))).toEqual(['The key does not fit: 1, 2, 3.']);
    expect(faultsOf(withSection(paper, 0, { topic_id: null }))).toEqual(['No topic yet: 1, 2, 3.']);
    expect(faultsOf(withTopic(withSection(paper, 0, { topic_id: null }), 1, 2, 9))).toEqual(['No topic yet: 3.']);
    expect(faultsOf({ ...paper, crops: [] })).toEqual(['The paper has no questions yet.']);
  });
});

describe('the description of a picture', () => {
  const described = (text: string) => altOf({ ...crop(1, [], text), id: 1, key: '', topic_id: null }, 5);
  it('is the text of the PDF in one line, at most 600 characters of it', () => {
    expect(described('5. What\n is \u0000 it?')).toBe('5. What is it?');
    expect(described('long '.repeat(300))).toHaveLength(600);
  });
  it('names the question where there is no text', () => expect(described('')).toBe('Question 5 as picture'));
});
