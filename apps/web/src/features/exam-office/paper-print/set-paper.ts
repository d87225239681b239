import type { Answer } from '@abhyas/contract/endpoint';
import type { getTestKeys, getTestToPrint } from '@abhyas/contract/exam-office/paper-print';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { questionTypes } from '@abhyas/exam/bank/question';
import { fitsColumns, type SheetSection } from '@abhyas/exam/exam-office/answer-sheet';
import { keyOfSet, orderOfSet, type PlacedQuestion, type SetName } from '@abhyas/exam/exam-office/paper-sets';
import { holdsPosition } from '@abhyas/exam/tests/sections';
import { type OptionContent, optionsOf, type PassageContent } from '../../../question/question-content.ts';
import { formatNumber, partialMarksInWords } from '../../../ui/format.ts';
import { rulesInHindi, titleInHindi } from './paper-in-hindi.ts';

export type PrintedPaper = Answer<typeof getTestToPrint>;
export type PrintedKey = Answer<typeof getTestKeys>['keys'][number];
export type PrintedQuestion = PrintedPaper['questions'][number];
type Section = PrintedPaper['sections'][number];

/** A question as a set prints it. */
export interface SetQuestion {
  question: PrintedQuestion;
  /** From 1, over the whole set. */
  number: number;
  placed: PlacedQuestion;
  options: { number: number; content: OptionContent }[];
  /** The Hindi of the text and of the options in printed order, in a paper that prints both languages. */
  hindi: { text: string; options: string[] } | null;
  /** The passage, at its first question. */
  passage: { content: PassageContent; hindi: string | null; last: number } | null;
}

export interface SetSection {
  title: string;
  /** The form, the marks and the limit, as sentences. */
  rules: string;
  /** Title and rules in Hindi, in a paper that prints both languages. */
  hindi: { title: string; rules: string } | null;
  section: Section;
  questions: SetQuestion[];
}

const isNumerical = ({ question_type }: Pick<Section, 'question_type'>) => question_type === questionTypes.numerical;

/** 'Physics', 'Physics, Section A' or 'Biology, Botany'. */
function titleOf({ subject_name, name }: Section, sections: readonly Section[]): string {
  if (name.length > 2) return `${subject_name}, ${name}`;
  return sections.filter((one) => one.subject_name === subject_name).length > 1 ? `${subject_name}, Section ${name}` : subject_name;
}

function rulesOf({ question_type, integer, attempt_limit, correct, incorrect, partial }: Section): string {
  const form = {
    [questionTypes.four_options]: 'One option is correct.',
    [questionTypes.comprehension]: 'One option is correct.',
    [questionTypes.multiple_option]: 'One or more options are correct.',
    [questionTypes.numerical]: integer ? 'The answer is a whole number.' : 'The answer is a number.',
  }[question_type];
  const limit = attempt_limit === null ? '' : ` Answer any ${attempt_limit}; only the first ${attempt_limit} answers are counted.`;
  const partly = partial ? ` ${partialMarksInWords(partial)}.` : '';
  const wrong = incorrect === 0 ? 'no marks off for a wrong answer' : `−${-incorrect} for a wrong answer`;
  return `${form}${limit} +${correct} for a correct answer, ${wrong}.${partly}`;
}

/** The sections of a set with their questions in printed order, in English or with the Hindi too. Sections without questions are left out. */
export function sectionsOfSet(paper: PrintedPaper, set: SetName, hasHindi: boolean): SetSection[] {
  const { questions: translated, passages: translatedPassages } = hasHindi ? paper.translated : { questions: [], passages: [] };
  const hindiById = new Map(translated.map((words) => [words.id, words]));
  const hindiOfPassage = new Map(translatedPassages.map(({ id, comprehension_text }) => [id, comprehension_text]));
  const sectionAt = (position: number) => paper.sections.findIndex((section) => holdsPosition(section, position));
  const asked = paper.questions.map((question, position) => ({
    id: question.id,
    section: sectionAt(position),
    passage_id: question.comprehension_question_id,
    options: optionsOf(question).map(({ option }) => option),
    may_move_options: question.may_move_options,
  }));
  const byId = new Map(paper.questions.map((question) => [question.id, question]));
  const sectionById = new Map(asked.map(({ id, section }) => [id, section]));
  const passages = new Map(paper.comprehension_questions.map((passage) => [passage.id, passage]));
  const placed = orderOfSet(asked, set, paper.sets_seed, paper.sets_move_options);
  const passageAt = (at: number) => byId.get(placed[at]?.id ?? 0)?.comprehension_question_id ?? null;
  const questions = placed.flatMap((place, at): SetQuestion[] => {
    const question = byId.get(place.id);
    if (!question) return [];
    const contents = new Map(optionsOf(question).map((content) => [content.option, content]));
    const passage_id = passageAt(at);
    const content = passage_id === null || passageAt(at - 1) === passage_id ? undefined : passages.get(passage_id);
    let last = at;
    while (content && passageAt(last + 1) === passage_id) last += 1;
    const hindi = hindiById.get(question.id);
    return [
      {
        question,
        number: at + 1,
        placed: place,
        options: place.options.flatMap(({ printed, original }) => {
          const option = contents.get(original);
          return option ? [{ number: printed, content: option }] : [];
        }),
        hindi: hindi
          ? { text: hindi.question_text, options: place.options.map(({ original }) => hindi.options?.[original - 1] ?? '') }
          : null,
        passage: content ? { content, hindi: hindiOfPassage.get(content.id) ?? null, last: last + 1 } : null,
      },
    ];
  });
  return paper.sections.flatMap((section, index) => {
    const own = questions.filter(({ question }) => sectionById.get(question.id) === index);
    if (own.length === 0) return [];
    const title = titleOf(section, paper.sections);
    const hindi = hasHindi ? { title: titleInHindi(title), rules: rulesInHindi(section) } : null;
    return [{ title, rules: rulesOf(section), hindi, section, questions: own }];
  });
}

/** The sections of an answer sheet, which has the same form for every set. */
export const sheetSectionsOf = (sections: readonly SetSection[]): SheetSection[] =>
  sections.map(({ title, section, questions }) => ({
    name: title,
    question_count: questions.length,
    is_numerical: isNumerical(section),
    integer: section.integer,
  }));

const optionsInWords = (options: readonly number[]) => options.map((option) => `(${option})`).join(', ');

const acceptedInWords = (accepted: AcceptedAnswer): string => {
  if (typeof accepted === 'number') return optionsInWords([accepted]);
  if (Array.isArray(accepted)) return optionsInWords(accepted);
  return typeof accepted === 'string' ? accepted : `${accepted.from} to ${accepted.to}`;
};

const corrections = { dropped: 'Dropped: full marks for all', bonus: 'Full marks if attempted' } as const;

/** The key of a question in a set: '(2)', '(1), (3)', '0.74 to 0.80', '(1) or (2)'. */
export function keyInWords({ accepted_answers, correction }: PrintedKey, placed: PlacedQuestion): string {
  if (correction) return corrections[correction];
  return keyOfSet(accepted_answers, placed).map(acceptedInWords).join(' or ');
}

/** Numbers of the numerical questions whose answer has more digits than the answer sheet has columns. */
export function misfitsOf(sections: readonly SetSection[], keys: readonly PrintedKey[]): number[] {
  const byId = new Map(keys.map((key) => [key.question_id, key]));
  return sections.flatMap(({ section, questions }) =>
    questions.flatMap(({ question, number }) => {
      const answers = (byId.get(question.id)?.accepted_answers ?? []).filter((answer) => typeof answer === 'string');
      const isMisfit = isNumerical(section) && answers.length > 0 && !answers.some((answer) => fitsColumns(answer, section.integer));
      return isMisfit ? [number] : [];
    }),
  );
}

/** The marks that a student can get in the paper. */
export const totalMarks = (sections: readonly SetSection[]) =>
  formatNumber(
    sections.reduce(
      (sum, { section, questions }) => sum + Math.min(section.attempt_limit ?? questions.length, questions.length) * section.correct,
      0,
    ),
  );
