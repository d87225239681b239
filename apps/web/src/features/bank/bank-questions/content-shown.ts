import type { BankContent, BankFigure, PassageContent as WrittenPassage } from '@abhyas/contract/bank/bank-content';
import { questionTypes } from '@abhyas/exam/bank/question';
import { notAskedIn } from '@abhyas/exam/bank/syllabus';
import type { PassageContent, QuestionContent } from '../../../question/question-content.ts';

const pictureOf = (figure: BankFigure | null | undefined) => (figure ? { url: `/api/pictures/${figure.hash}`, alt: figure.alt } : null);
const orNull = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text);

/** A written question in the form in which students get it, with its key. */
export function shownContent(
  content: BankContent,
  { subject_id, chapter_name }: { subject_id: number; chapter_name: string },
): QuestionContent {
  const { type, options, option_figures, figure, solution_figure, keys } = content;
  const isNumerical = type === 'numerical';
  const text = (at: number) => (isNumerical ? null : orNull(options[at]));
  const picture = (at: number) => (isNumerical ? null : pictureOf(option_figures[at]));
  const size = (at: number) => option_figures[at]?.size ?? 0;
  return {
    id: 1,
    position: 0,
    question_type: questionTypes[type],
    subject_id,
    chapter_name,
    section: null,
    complexity: content.difficulty,
    question_text: content.text,
    option_1: text(0),
    option_2: text(1),
    option_3: text(2),
    option_4: text(3),
    image_option_1: picture(0),
    image_option_2: picture(1),
    image_option_3: picture(2),
    image_option_4: picture(3),
    image_option_1_size: size(0),
    image_option_2_size: size(1),
    image_option_3_size: size(2),
    image_option_4_size: size(3),
    supporting_picture: pictureOf(figure),
    supporting_picture_size: figure?.size ?? 0,
    options_layout: content.options_layout,
    comprehension_question_id: content.passage_id,
    not_asked_in: notAskedIn({}, content.not_asked_since),
    answers: [],
    accepted_answers: keys,
    precision: content.precision,
    has_hint: (content.hint ?? '') !== '',
    solution_text: orNull(content.solution),
    solution_supporting_picture: pictureOf(solution_figure),
    solution_supporting_picture_size: solution_figure?.size ?? 0,
    video_solution_uri: orNull(content.video),
    numerical_notes: isNumerical ? orNull(content.notes) : null,
  };
}

export const shownPassage = (id: number, { text, figure }: WrittenPassage): PassageContent => ({
  id,
  question_id: id,
  comprehension_text: text,
  supporting_picture: pictureOf(figure),
  supporting_picture_size: figure?.size ?? 0,
});
