import { questionTypes } from '../bank/question.ts';
import type { SectionRules } from './sections.ts';

export type PresetName =
  | 'jee_main_2025'
  | 'jee_main_2022_24'
  | 'jee_main_2021'
  | 'neet_2025'
  | 'new_neet_2022_24'
  | 'new_neet_2021'
  | 'jee_advanced_paper_1'
  | 'jee_advanced_paper_2';

type PresetSection = Omit<SectionRules, 'first_position'>;

export interface Preset {
  name: string;
  /** Seconds. */
  test_duration: number;
  is_new_neet_pattern: boolean;
  /** In paper order. */
  sections: PresetSection[];
}

const [maths, physics, chemistry, botany, zoology] = [1, 2, 3, 4, 5] as const;
const jeeSubjects = [maths, physics, chemistry];

const ruleDefaults = { unattempted: 0, partial: null, attempt_limit: null, limit_kind: null, integer: false };

function fourOptions(name: string, subject_id: number, question_count: number, correct = 4): PresetSection {
  return { ...ruleDefaults, name, subject_id, question_type: questionTypes.four_options, question_count, correct, incorrect: -1 };
}

function numerical(name: string, subject_id: number, question_count: number, incorrect: -1 | 0): PresetSection {
  return { ...ruleDefaults, name, subject_id, question_type: questionTypes.numerical, question_count, correct: 4, incorrect };
}

function multipleOption(name: string, subject_id: number, question_count: number): PresetSection {
  const partial = [1, 2, 3];
  return {
    ...ruleDefaults,
    name,
    subject_id,
    question_type: questionTypes.multiple_option,
    question_count,
    correct: 4,
    incorrect: -2,
    partial,
  };
}

function newNeetSections(): PresetSection[] {
  const parts = [
    { prefix: '', subject_id: physics },
    { prefix: '', subject_id: chemistry },
    { prefix: 'Botany ', subject_id: botany },
    { prefix: 'Zoology ', subject_id: zoology },
  ];
  return parts.flatMap(({ prefix, subject_id }): PresetSection[] => [
    fourOptions(`${prefix}A`, subject_id, 35),
    { ...fourOptions(`${prefix}B`, subject_id, 15), attempt_limit: 10, limit_kind: 'first_n' },
  ]);
}

function jeeMainWithChoice(incorrectNumerical: -1 | 0): PresetSection[] {
  return jeeSubjects.flatMap((subject_id): PresetSection[] => [
    fourOptions('A', subject_id, 20),
    { ...numerical('B', subject_id, 10, incorrectNumerical), attempt_limit: 5, limit_kind: 'block' },
  ]);
}

const hours = (count: number): number => count * 3600;

/** The papers of JEE and NEET as data. JEE Advanced changes every year; its two papers have the pattern of 2025. */
export const presets: Record<PresetName, Preset> = {
  jee_main_2025: {
    name: 'JEE Main 2025 onwards',
    test_duration: hours(3),
    is_new_neet_pattern: false,
    sections: jeeSubjects.flatMap((subject_id) => [
      fourOptions('A', subject_id, 20),
      { ...numerical('B', subject_id, 5, -1), integer: true },
    ]),
  },
  jee_main_2022_24: { name: 'JEE Main 2022-24', test_duration: hours(3), is_new_neet_pattern: false, sections: jeeMainWithChoice(-1) },
  jee_main_2021: { name: 'JEE Main 2021', test_duration: hours(3), is_new_neet_pattern: false, sections: jeeMainWithChoice(0) },
  neet_2025: {
    name: 'NEET 2025 onwards',
    test_duration: hours(3),
    is_new_neet_pattern: false,
    sections: [
      fourOptions('A', physics, 45),
      fourOptions('A', chemistry, 45),
      fourOptions('Botany', botany, 45),
      fourOptions('Zoology', zoology, 45),
    ],
  },
  new_neet_2022_24: { name: 'NEET 2022-24', test_duration: 200 * 60, is_new_neet_pattern: true, sections: newNeetSections() },
  new_neet_2021: { name: 'NEET 2021', test_duration: hours(3), is_new_neet_pattern: true, sections: newNeetSections() },
  jee_advanced_paper_1: {
    name: 'JEE Advanced Paper 1',
    test_duration: hours(3),
    is_new_neet_pattern: false,
    sections: jeeSubjects.flatMap((subject_id) => [
      fourOptions('1', subject_id, 4, 3),
      multipleOption('2', subject_id, 3),
      numerical('3', subject_id, 6, 0),
      fourOptions('4', subject_id, 3),
    ]),
  },
  jee_advanced_paper_2: {
    name: 'JEE Advanced Paper 2',
    test_duration: hours(3),
    is_new_neet_pattern: false,
    sections: jeeSubjects.flatMap((subject_id) => [
      fourOptions('1', subject_id, 4, 3),
      multipleOption('2', subject_id, 4),
      numerical('3', subject_id, 8, 0),
    ]),
  },
};

/** A section as a paper declares it. Omitted fields get the values of the preset. */
export type DeclaredSection = Pick<PresetSection, 'subject_id' | 'question_count'> & Partial<PresetSection>;

/** The differences of a paper from its preset, as sentences; empty without a difference. Sections are compared in paper order. */
export function faultsOfPaper(preset: PresetName, sections: readonly DeclaredSection[]): string[] {
  const { name, sections: wanted } = presets[preset];
  const faults = wanted.flatMap((rules, at) => {
    const declared = sections[at];
    if (!declared) return [`${name} has ${wanted.length} sections, the paper ${sections.length}: section ${at + 1} is missing`];
    const fields = Object.keys(rules) as (keyof PresetSection)[];
    return fields
      .filter((field) => field !== 'name' && declared[field] !== undefined)
      .filter((field) => JSON.stringify(declared[field]) !== JSON.stringify(rules[field]))
      .map((field) => `Section ${at + 1}: ${field} is ${JSON.stringify(declared[field])}, in ${name} ${JSON.stringify(rules[field])}`);
  });
  const surplus = sections.length - wanted.length;
  return surplus > 0 ? [...faults, `${name} has ${wanted.length} sections, the paper ${sections.length}: ${surplus} too many`] : faults;
}
