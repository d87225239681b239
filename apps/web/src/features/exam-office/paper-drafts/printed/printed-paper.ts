// Contents: the paper · crops · sections and forms · keys · faults
import { MOST_QUESTIONS, type optionNames } from '@abhyas/contract/exam-office/paper-drafts';
import type { Crop, Piece } from '@abhyas/exam/exam-office/question-crops';
import { type KeyLine, readKey, readKeyLine, writeKey } from '@abhyas/exam/exam-office/written-keys';
import { difficulties, newSection, type Plan, type PlanSection, planOfPreset } from '../patterns.ts';

export interface PrintedCrop extends Crop {
  id: number;
  /** The key as it was typed; empty if there is none yet. */
  key: string;
  /** The topic, if it is not that of the section. */
  topic_id: number | null;
}

/** A section of the paper; the last one has all questions that the others leave. */
export interface PrintedSection extends PlanSection {
  topic_id: number | null;
}

/** A printed paper while a teacher cuts it into questions. */
export interface PrintedPaper {
  name: string;
  exam: Plan['exam'];
  preset: Plan['preset'];
  minutes: number;
  option_names: keyof typeof optionNames;
  crops: PrintedCrop[];
  sections: PrintedSection[];
  next_id: number;
  /** The draft into which the questions are being put. */
  made: { draft_id: number; plan: string } | null;
}

/** How the printed options are named, from the texts of the questions. */
function namesIn(crops: readonly Crop[]): PrintedPaper['option_names'] {
  const all = crops.map(({ text }) => text).join('\n');
  const count = (pattern: RegExp) => (all.match(pattern) ?? []).length;
  return count(/[([]?[1-4]\)/g) > count(/[([]?[a-d]\)/gi) ? 'numbers' : 'letters';
}

export function newPaper(crops: readonly Crop[], fileName: string): PrintedPaper {
  return {
    name: fileName.replace(/\.[^.]+$/, '').slice(0, 120) || 'Printed paper',
    exam: 'NEET',
    preset: null,
    minutes: Math.max(10, Math.min(600, crops.length * 2)),
    option_names: namesIn(crops),
    crops: crops.map((crop, at) => ({ ...crop, id: at + 1, key: '', topic_id: null })),
    sections: [{ ...newSection(2, 0, 1), topic_id: null }],
    next_id: crops.length + 1,
    made: null,
  };
}

const isWide = ({ left, right }: Piece) => right - left > 0.6;
const columnOf = ({ left }: Piece) => (left > 0.4 ? 1 : 0);

/** Whether a question comes before a piece in reading order: by page, column and height. A wide piece has no column. */
function isBefore({ pieces: [first] }: PrintedCrop, piece: Piece): boolean {
  if (!first || first.page !== piece.page) return first !== undefined && first.page < piece.page;
  const isBeside = !isWide(first) && !isWide(piece) && columnOf(first) !== columnOf(piece);
  return isBeside ? columnOf(first) < columnOf(piece) : first.top <= piece.top;
}

/** Adds a question at its place in the order of the pages. */
export function withCrop(paper: PrintedPaper, piece: Piece): PrintedPaper {
  if (paper.crops.length >= MOST_QUESTIONS) return paper;
  const crop: PrintedCrop = { id: paper.next_id, number: null, pieces: [piece], text: '', key: '', topic_id: null };
  const at = paper.crops.findLastIndex((one) => isBefore(one, piece)) + 1;
  return { ...paper, crops: paper.crops.toSpliced(at, 0, crop), next_id: paper.next_id + 1 };
}

const changed = (paper: PrintedPaper, id: number, change: (crop: PrintedCrop) => PrintedCrop): PrintedPaper => ({
  ...paper,
  crops: paper.crops.map((crop) => (crop.id === id ? change(crop) : crop)),
});

export const withPiece = (paper: PrintedPaper, id: number, piece: Piece) =>
  changed(paper, id, (crop) => ({ ...crop, pieces: [...crop.pieces, piece] }));

/** The least width and height of a piece. */
export const LEAST_SIDE = 0.02;
export type Edge = 'left' | 'top' | 'right' | 'bottom';

/** A piece with an edge at another place, within its page and never beyond the edge opposite. */
export function moved(piece: Piece, edge: Edge, to: number, height: number): Piece {
  const limits = {
    left: [0, piece.right - LEAST_SIDE],
    right: [piece.left + LEAST_SIDE, 1],
    top: [0, piece.bottom - LEAST_SIDE],
    bottom: [piece.top + LEAST_SIDE, height],
  } as const;
  const [least, most] = limits[edge];
  return { ...piece, [edge]: Math.min(most, Math.max(least, to)) };
}

export const withMovedPiece = (paper: PrintedPaper, id: number, at: number, piece: Piece) =>
  changed(paper, id, (crop) => ({ ...crop, pieces: crop.pieces.with(at, piece) }));

/** Removes a part of a question; with its only part the question goes. */
export function withoutPiece(paper: PrintedPaper, id: number, at: number): PrintedPaper {
  const crop = paper.crops.find((one) => one.id === id);
  if (!crop || crop.pieces.length <= 1) return { ...paper, crops: paper.crops.filter((one) => one.id !== id) };
  return changed(paper, id, (one) => ({ ...one, pieces: one.pieces.toSpliced(at, 1) }));
}

/** Joins a question to the one before it, whose number and key stay. */
export function joined(paper: PrintedPaper, id: number): PrintedPaper {
  const at = paper.crops.findIndex((one) => one.id === id);
  const [before, crop] = [paper.crops[at - 1], paper.crops[at]];
  if (!before || !crop) return paper;
  const both = { ...before, pieces: [...before.pieces, ...crop.pieces], text: [before.text, crop.text].filter(Boolean).join('\n') };
  return { ...paper, crops: paper.crops.toSpliced(at - 1, 2, both) };
}

/** The sections with the numbers of their first and last questions, from 1. */
export function placedSections({ sections, crops }: PrintedPaper): (PrintedSection & { index: number; first: number; last: number })[] {
  let first = 1;
  return sections.map((section, at) => {
    const last = at === sections.length - 1 ? crops.length : first + section.question_count - 1;
    const placed = { ...section, index: at, question_count: Math.max(0, last - first + 1), first, last };
    first = last + 1;
    return placed;
  });
}

/** The section of each question, in order. */
export const sectionsOfCrops = (paper: PrintedPaper) =>
  placedSections(paper)
    .flatMap((section) => Array.from({ length: section.question_count }, () => section))
    .slice(0, paper.crops.length);

export function withPattern(paper: PrintedPaper, preset: NonNullable<Plan['preset']>, exam: Plan['exam']): PrintedPaper {
  const { sections, test_duration } = planOfPreset(preset, exam);
  return { ...paper, exam, preset, minutes: test_duration / 60, sections: sections.map((section) => ({ ...section, topic_id: null })) };
}

export const withSection = (paper: PrintedPaper, at: number, change: Partial<PrintedSection>): PrintedPaper => ({
  ...paper,
  sections: paper.sections.map((section, place) => (place === at ? { ...section, ...change } : section)),
});

/** Splits the last section in two halves, so that the new one can be named. */
export function withNewSection(paper: PrintedPaper): PrintedPaper {
  const last = placedSections(paper).at(-1);
  if (!last) return paper;
  const half = Math.max(1, Math.floor(last.question_count / 2));
  const name = String.fromCharCode(65 + (paper.sections.length % 26));
  const sections = [...paper.sections.slice(0, -1), { ...(paper.sections.at(-1) ?? last), question_count: half }];
  return { ...paper, preset: null, sections: [...sections, { ...newSection(last.subject_id, 0, 1, name), topic_id: null }] };
}

/** Puts keys from a line such as `1A 2C` to their questions. */
export function withKeyLine(paper: PrintedPaper, line: string): { paper: PrintedPaper; read: KeyLine } {
  const read = readKeyLine(
    sectionsOfCrops(paper).map(({ question_type }) => question_type),
    line,
  );
  const crops = paper.crops.map((crop, at) => {
    const keys = read.keys.get(at + 1);
    return keys ? { ...crop, key: writeKey(keys) } : crop;
  });
  return { paper: { ...paper, crops }, read };
}

export const withKey = (paper: PrintedPaper, id: number, key: string) => changed(paper, id, (crop) => ({ ...crop, key }));

/** Gives questions, by their numbers in the test, a topic of their own. */
export const withTopic = (paper: PrintedPaper, from: number, to: number, topic_id: number | null): PrintedPaper => ({
  ...paper,
  crops: paper.crops.map((crop, at) => (at + 1 >= from && at + 1 <= to ? { ...crop, topic_id } : crop)),
});

export function planOf(paper: PrintedPaper): Plan {
  return {
    exam: paper.exam,
    preset: paper.preset,
    test_duration: paper.minutes * 60,
    shares: [...difficulties[0].shares],
    sections: placedSections(paper).map(({ topic_id: _topic, index: _index, first: _first, last: _last, ...section }) => ({
      ...section,
      chapters: [],
    })),
  };
}

const inShort = (numbers: readonly number[]) =>
  numbers.length > 8 ? `${numbers.slice(0, 8).join(', ')} and ${numbers.length - 8} more` : numbers.join(', ');

/** The steps that are missing before the paper can be made, as sentences. */
export function faultsOf(paper: PrintedPaper): string[] {
  const { crops, name } = paper;
  if (crops.length === 0) return ['The paper has no questions yet.'];
  const placed = placedSections(paper);
  const sections = sectionsOfCrops(paper);
  const faults: string[] = [];
  if (name.trim() === '') faults.push('Name the paper.');
  if (crops.length > MOST_QUESTIONS) faults.push(`A paper has at most ${MOST_QUESTIONS} questions.`);
  if (placed.some(({ question_count }) => question_count < 1)) faults.push('The sections have more questions than the paper.');
  if (placed.some(({ question_count }) => question_count > 100)) faults.push('A section has at most 100 questions. Split it.');
  if (placed.some((section) => section.name.trim() === '')) faults.push('Name every section.');
  if (placed.some(({ attempt_limit, question_count }) => (attempt_limit ?? 0) > question_count))
    faults.push('A section cannot count more answers than it has questions.');
  const without = (isFaulty: (crop: PrintedCrop, at: number) => boolean) =>
    crops.flatMap((crop, at) => (isFaulty(crop, at) ? [at + 1] : []));
  const noKey = without(({ key }) => key.trim() === '');
  if (noKey.length > 0) faults.push(`No key yet: ${inShort(noKey)}.`);
  const wrongKey = without(({ key }, at) => key.trim() !== '' && keyFault(key, sections[at]) !== null);
  if (wrongKey.length > 0) faults.push(`The key does not fit: ${inShort(wrongKey)}.`);
  const noTopic = without(({ topic_id }, at) => topic_id === null && (sections[at]?.topic_id ?? null) === null);
  if (noTopic.length > 0) faults.push(`No topic yet: ${inShort(noTopic)}.`);
  return faults;
}

/** Why a typed key does not fit its section; null if it does. */
export function keyFault(key: string, section: PrintedSection | undefined): string | null {
  const read = readKey(section?.question_type ?? 0, key);
  if ('fault' in read) return read.fault;
  const isWhole = read.keys.every((one) => typeof one === 'string' && Number.isInteger(Number(one)));
  return section?.integer && !isWhole ? 'Enter a whole number.' : null;
}

const most = 600;
/** The description of a question's picture: the text of the PDF, or a plain name. */
export function altOf({ text }: PrintedCrop, number: number): string {
  const words = text.replaceAll(/[\p{Cc}\p{Cs}\uFFFD-\uFFFF\s]+/gu, ' ').trim();
  if (words.length < 5) return `Question ${number} as picture`;
  return words.length > most ? `${words.slice(0, most - 1).replace(/\p{Cs}$/u, '')}…` : words;
}
