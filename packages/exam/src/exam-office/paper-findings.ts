import { subjectName } from '../bank/subjects.ts';
import { apportion, type Blueprint, keyShares, LEVEL_TOLERANCE, levels, type PoolQuestion } from './blueprint.ts';

/** A question of a paper, with the reasons against asking it. */
export interface PaperQuestion extends PoolQuestion {
  chapter_name: string;
  /** Whether a future test of the institute or a mock of the product contains it. */
  is_held_back: boolean;
  is_retired: boolean;
  is_off_syllabus: boolean;
  /** Whether practice has a question that differs only in its numbers. */
  has_practice_twin: boolean;
  /** Whether it is a picture of a printed question, whose text, chapter and difficulty nobody has entered one by one. */
  is_picture: boolean;
  /** Whether it does not exist in the other language in which the paper is to be taken. */
  is_untranslated: boolean;
}

export const findingKinds = [
  'missing',
  'surplus',
  'form',
  'integer',
  'held_back',
  'retired',
  'off_syllabus',
  'near_duplicate',
  'practice_twin',
  'language',
  'passage',
  'chapter',
  'level',
  'key',
  'picture',
] as const;

export interface Finding {
  kind: (typeof findingKinds)[number];
  /** Whether the finding must be resolved before the paper can become a test. */
  is_blocking: boolean;
  /** The section's number from 0; null for the whole paper. */
  section: number | null;
  /** The finding as a sentence. */
  text: string;
  question_ids: number[];
}

interface CheckedSection {
  name: string;
  questions: readonly PaperQuestion[];
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
const idsOf = (questions: readonly PoolQuestion[]) => questions.map(({ id }) => id);

/** Faults of single questions: kind, whether it blocks, the test for a question, and the sentence for a number of questions. */
const faultsOfQuestions: [Finding['kind'], boolean, (question: PaperQuestion) => boolean, (count: number) => string][] = [
  [
    'held_back',
    true,
    (one) => one.is_held_back,
    (count) => `${plural(count, 'question')} of a future test or of a mock: swap ${count === 1 ? 'it' : 'them'}.`,
  ],
  [
    'retired',
    true,
    (one) => one.is_retired,
    (count) => `${plural(count, 'question')} that the bank no longer uses: swap ${count === 1 ? 'it' : 'them'}.`,
  ],
  [
    'off_syllabus',
    false,
    (one) => one.is_off_syllabus && !one.is_picture,
    (count) => `${plural(count, 'question')} outside the exam’s present syllabus.`,
  ],
  [
    'practice_twin',
    false,
    (one) => one.has_practice_twin,
    (count) => `${plural(count, 'question')} that practice asks with other numbers.`,
  ],
  [
    'language',
    false,
    (one) => one.is_untranslated,
    (count) => `${plural(count, 'question')} in English only: the test cannot be taken in Hindi as well.`,
  ],
];

/** All findings about a paper, blocking ones first. */
export function findingsOf(blueprint: Blueprint, sections: readonly CheckedSection[]): Finding[] {
  const ofSections = sections.flatMap((section, at) => findingsOfSection(blueprint, section, at));
  const all = sections.flatMap(({ questions }) => questions);
  const ofQuestions = faultsOfQuestions.flatMap(([kind, is_blocking, isFaulty, text]): Finding[] => {
    const faulty = all.filter(isFaulty);
    return faulty.length === 0 ? [] : [{ kind, is_blocking, section: null, text: text(faulty.length), question_ids: idsOf(faulty) }];
  });
  return [...ofSections, ...ofQuestions, ...alike(all), ...keyFindings(all), ...pictureFindings(all)].toSorted(
    (a, b) => Number(b.is_blocking) - Number(a.is_blocking),
  );
}

function findingsOfSection({ sections, shares }: Blueprint, { name, questions }: CheckedSection, at: number) {
  const plan = sections[at];
  if (!plan) return [];
  const findings: Finding[] = [];
  const where = `${subjectName(plan.subject_id)}, ${name}`;
  const add = (kind: Finding['kind'], is_blocking: boolean, text: string, question_ids: number[] = []) =>
    void findings.push({ kind, is_blocking, section: at, text: `${where}: ${text}`, question_ids });
  const missing = plan.question_count - questions.length;
  if (missing > 0) add('missing', true, `${missing} of ${plural(plan.question_count, 'question')} missing.`);
  if (missing < 0) add('surplus', true, `${plural(-missing, 'question')} too many for ${plan.question_count}.`);
  const strange = questions.filter((one) => one.subject_id !== plan.subject_id || one.question_type !== plan.question_type);
  if (strange.length > 0) add('form', true, `${plural(strange.length, 'question')} of another subject or form.`, idsOf(strange));
  const broken = plan.integer ? questions.filter(({ has_whole_key }) => !has_whole_key) : [];
  if (broken.length > 0) add('integer', true, `${plural(broken.length, 'question')} whose answer is not a whole number.`, idsOf(broken));
  const split = questions.filter((question, place) => isSplit(question, place, questions));
  if (split.length > 0) add('passage', false, 'A passage is incomplete, or its questions are separated.', idsOf(split));
  if (missing !== 0) return findings;
  const wanted = apportion(
    plan.question_count,
    plan.chapters.map(({ weight }) => weight),
  );
  const more = [...new Map(questions.map((one) => [one.chapter_id, one.chapter_name]))].flatMap(([id, chapter]) => {
    const has = questions.filter(({ chapter_id }) => chapter_id === id).length;
    const count = wanted[plan.chapters.findIndex(({ chapter_id }) => chapter_id === id)] ?? 0;
    return has > count ? [`${chapter} (${has} for ${count})`] : [];
  });
  if (plan.chapters.length > 0 && more.length > 0) add('chapter', false, `more than planned of ${more.join(', ')}.`);
  if (questions.some(({ is_picture }) => is_picture)) return findings;
  const off = apportion(plan.question_count, shares).flatMap((count, level) => {
    const has = questions.filter((question) => question.level === level + 1).length;
    return Math.abs(has - count) * 100 > LEVEL_TOLERANCE * plan.question_count ? [`${has} of level ${levels[level]} for ${count}`] : [];
  });
  if (off.length > 0) add('level', false, `the difficulty differs from the plan: ${off.join(', ')}.`);
  return findings;
}

/** Whether the paper lacks questions of this question's passage, or separates them. */
function isSplit({ passage }: PaperQuestion, place: number, questions: readonly PaperQuestion[]): boolean {
  if (passage === null) return false;
  const places = questions.flatMap((one, at) => (one.passage?.id === passage.id ? [at] : []));
  const [first = place] = places;
  return places.length < passage.size || (places.at(-1) ?? place) - first >= places.length;
}

function alike(questions: readonly PaperQuestion[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { likeness } of questions) if (likeness !== null) counts.set(likeness, (counts.get(likeness) ?? 0) + 1);
  const found = questions.filter(({ likeness }) => likeness !== null && (counts.get(likeness) ?? 0) > 1);
  const text = `${plural(found.length, 'question')} that differ only in their numbers.`;
  return found.length === 0 ? [] : [{ kind: 'near_duplicate', is_blocking: false, section: null, text, question_ids: idsOf(found) }];
}

function keyFindings(questions: readonly PaperQuestion[]): Finding[] {
  const keys = questions.flatMap(({ key }) => key ?? []);
  if (keys.length < 8) return [];
  const off = [1, 2, 3, 4].flatMap((option) => {
    const share = (keys.filter((key) => key === option).length * 100) / keys.length;
    return share < keyShares.least || share > keyShares.most ? [`${String.fromCharCode(64 + option)} ${Math.round(share)} %`] : [];
  });
  const text = `The keys are uneven: ${off.join(', ')} (each from ${keyShares.least} to ${keyShares.most} %).`;
  return off.length === 0 ? [] : [{ kind: 'key', is_blocking: false, section: null, text, question_ids: [] }];
}

/** Names the checks that do not apply to pictures of questions. */
function pictureFindings(questions: readonly PaperQuestion[]): Finding[] {
  const pictures = questions.filter(({ is_picture }) => is_picture);
  const text = `${plural(pictures.length, 'question')} from a printed paper: difficulty, syllabus and likeness to other questions are not checked in pictures.`;
  return pictures.length === 0 ? [] : [{ kind: 'picture', is_blocking: false, section: null, text, question_ids: [] }];
}
