import { describe, expect, it } from 'vitest';
import { faultsOfPaper, type PresetName, presets } from './presets.ts';

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('presets', () => {
  it.each<[PresetName, number, number, number]>([
    ['jee_main_2025', 75, 300, 180],
    ['jee_main_2022_24', 90, 300, 180],
    ['jee_main_2021', 90, 300, 180],
    ['neet_2025', 180, 720, 180],
    ['new_neet_2022_24', 200, 720, 200],
    ['new_neet_2021', 200, 720, 180],
    ['jee_advanced_paper_1', 48, 180, 180],
    ['jee_advanced_paper_2', 48, 180, 180],
  ])('%s has %i questions, %i marks and %i minutes', (name, questions, marks, minutes) => {
    const { sections, test_duration } = presets[name];
    expect(sum(sections.map(({ question_count }) => question_count))).toBe(questions);
    expect(sum(sections.map(({ attempt_limit, question_count, correct }) => (attempt_limit ?? question_count) * correct))).toBe(marks);
    expect(test_duration).toBe(minutes * 60);
  });

  it('deduct a mark for a wrong numerical answer in JEE Main, but not in 2021', () => {
    const numericalMarks = (name: PresetName) =>
      presets[name].sections.filter(({ question_type }) => question_type === 1).map(({ incorrect }) => incorrect);
    expect(numericalMarks('jee_main_2025')).toEqual([-1, -1, -1]);
    expect(numericalMarks('jee_main_2022_24')).toEqual([-1, -1, -1]);
    expect(numericalMarks('jee_main_2021')).toEqual([0, 0, 0]);
  });

  it('give every limit a kind, and only the New NEET pattern has the kind first_n', () => {
    for (const { sections, is_new_neet_pattern } of Object.values(presets)) {
      for (const { attempt_limit, limit_kind } of sections) expect(attempt_limit === null).toBe(limit_kind === null);
      expect(sections.some(({ limit_kind }) => limit_kind === 'first_n')).toBe(is_new_neet_pattern);
    }
  });
});

describe('a paper against its preset', () => {
  it.each(Object.keys(presets) as PresetName[])('the preset %s follows itself', (name) => {
    expect(faultsOfPaper(name, presets[name].sections)).toEqual([]);
  });

  it('may omit fields, which then get the values of the preset, and may name its sections freely', () => {
    const sections = presets.neet_2025.sections.map(({ subject_id, question_count }) => ({ subject_id, question_count, name: 'Own' }));
    expect(faultsOfPaper('neet_2025', sections)).toEqual([]);
  });

  it('gets a fault for every section that differs, is missing or is extra', () => {
    const [first, ...rest] = presets.neet_2025.sections.map(({ subject_id, question_count }) => ({ subject_id, question_count }));
    expect(faultsOfPaper('neet_2025', [{ subject_id: 3, question_count: 44 }, ...rest])).toEqual([
      'Section 1: subject_id is 3, in NEET 2025 onwards 2',
      'Section 1: question_count is 44, in NEET 2025 onwards 45',
    ]);
    expect(faultsOfPaper('neet_2025', rest.slice(0, 2)).filter((fault) => fault.includes('missing'))).toHaveLength(2);
    expect(faultsOfPaper('neet_2025', first ? [first, ...rest, first] : [])).toEqual([
      'NEET 2025 onwards has 4 sections, the paper 5: 1 too many',
    ]);
  });
});
