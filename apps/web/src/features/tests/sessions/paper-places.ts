import { subjectName } from '@abhyas/exam/bank/subjects';
import { holdsPosition } from '@abhyas/exam/tests/sections';
import { i18n, named } from '../../../platform/language.ts';
import {
  type PaperSection,
  type PassageContent,
  pictureAddresses,
  type QuestionContent,
  questionTexts,
} from '../../../question/question-content.ts';
import type { QuestionStatus } from '../../../session/screen/question-status.ts';
import type { PaletteGroup } from '../../../session/screen/Palette.tsx';

/** The position of a question in a paper. */
export interface PaperPlace {
  /** Index in the session, from 0. */
  index: number;
  /** Number in the paper, from 1. */
  number: number;
  question: QuestionContent;
  section: PaperSection | null;
  /** 'Section A'; null if the subject has only one section. */
  sectionTitle: string | null;
  subject: string;
  passage: PassageContent | null;
}

export interface PaperSubject {
  name: string;
  places: PaperPlace[];
}

interface PaperContent {
  questions: readonly QuestionContent[];
  sections: readonly PaperSection[];
  comprehension_questions: readonly PassageContent[];
}

const answeredWith = [
  /*i18n*/ 'One correct',
  /*i18n*/ 'Numerical',
  /*i18n*/ 'One or more correct',
  /*i18n*/ 'One correct, with a passage',
] as const;

/** The first of two sections is A, the other B; in a subject with more sections each has its own name and question type. */
function titleOf(section: PaperSection, inSubject: readonly PaperSection[]): string {
  if (inSubject.length > 2) {
    const name = /^[A-Z0-9]$/.test(section.name) ? i18n.t('Section {name}', { name: section.name }) : named(section.name);
    return `${name} · ${i18n.t(answeredWith[section.question_type])}`;
  }
  return section.section === 0 ? i18n.t('Section A') : i18n.t('Section B');
}

/** Every question of a paper with its section, subject and passage, in order. */
export function placesOf({ questions, sections, comprehension_questions }: PaperContent): PaperPlace[] {
  const passageById = new Map(comprehension_questions.map((passage) => [passage.id, passage]));
  return questions.map((question, index) => {
    const section = sections.find((candidate) => holdsPosition(candidate, question.position)) ?? null;
    const inSubject = section ? sections.filter(({ subject_name }) => subject_name === section.subject_name) : [];
    const passageId = question.comprehension_question_id;
    return {
      index,
      number: index + 1,
      question,
      section,
      sectionTitle: section ? titleOf(section, inSubject) : null,
      subject: section?.subject_name ?? subjectName(question.subject_id),
      passage: passageId === null ? null : (passageById.get(passageId) ?? null),
    };
  });
}

/** The positions of the questions by subject, subjects in paper order. */
export function subjectsOf(places: readonly PaperPlace[]): PaperSubject[] {
  const subjects: PaperSubject[] = [];
  for (const place of places) {
    const known = subjects.find(({ name }) => name === place.subject);
    if (known) known.places.push(place);
    else subjects.push({ name: place.subject, places: [place] });
  }
  return subjects;
}

/** The palette of one subject, by section; with the bookmarks if their ids are given. */
export function paletteGroups(
  places: readonly PaperPlace[],
  statusOf: (place: PaperPlace) => QuestionStatus,
  bookmarkedIds?: ReadonlySet<number>,
): PaletteGroup[] {
  const titles = [...new Set(places.map(({ sectionTitle }) => sectionTitle))];
  return titles.map((title) => ({
    title: titles.length > 1 ? title : null,
    items: places
      .filter(({ sectionTitle }) => sectionTitle === title)
      .map((place) => ({
        index: place.index,
        number: place.number,
        status: statusOf(place),
        ...(bookmarkedIds && { isBookmarked: bookmarkedIds.has(place.question.id) }),
      })),
  }));
}

/** Every text of a question and its passage that may need typesetting. */
export const textsOf = ({ question, passage }: PaperPlace): (string | null)[] => [
  ...questionTexts(question),
  passage?.comprehension_text ?? null,
];

/** The addresses of every picture of a question and of its passage. */
export const picturesOf = ({ question, passage }: PaperPlace): string[] => pictureAddresses(question, passage);
