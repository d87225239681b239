import { emptyContent } from '@abhyas/contract/bank/bank-content';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import type { Notices } from './notices.ts';
import { most, type DraftContent, type DraftPassage, type ReadItem, type ReadPicture } from './reading.ts';

/** A text of a question with its pictures, as indexes of the pictures of the item. */
export interface PartOfItem {
  text: string;
  figures: readonly number[];
}

/** The answer of a source: options, counted from 0, or accepted numbers. */
export type SourceAnswer =
  | { kind: 'choice'; options: readonly PartOfItem[]; correct: readonly number[]; several: boolean }
  | { kind: 'numerical'; keys: readonly AcceptedAnswer[]; precision?: number };

export interface Parts {
  text: PartOfItem;
  answer: SourceAnswer;
  solution?: PartOfItem;
  topic?: string;
  difficulty?: number;
  notes?: string;
  video?: string;
  for?: 'practice' | 'paper';
  options_layout?: 0 | 1 | 2;
  passage?: DraftPassage | null;
}

export const textOnly = (text: string): PartOfItem => ({ text, figures: [] });

const longest = { text: 6000, option: 600, solution: 6000, notes: 200, video: 200 } as const;
const optionsTaken = 4;

/** The one picture that a part can show; further ones are reported. */
function figureOf({ figures }: PartOfItem, what: string, notices: Notices): number | null {
  if (figures.length > 1) notices.loss('several_pictures', `${what} has ${figures.length} pictures; only the first one is shown.`);
  return figures[0] ?? null;
}

function requireLength(text: string, limit: number, what: string, notices: Notices): boolean {
  if (text.length <= limit) return true;
  notices.fault('too_long', `${what} has ${text.length} characters; ${limit} are the most.`);
  return false;
}

function keysOfChoice(answer: SourceAnswer & { kind: 'choice' }, notices: Notices): AcceptedAnswer[] {
  const correct = [...new Set(answer.correct)].filter((at) => at >= 0 && at < optionsTaken).map((at) => at + 1);
  if (correct.length === 0) {
    notices.fault('no_answer', 'The file does not say which option is correct.');
    return [];
  }
  return answer.several ? [correct.toSorted((one, other) => one - other)] : [correct[0] ?? 1];
}

/** The question in the fields of the product; null, with a fault among the notices, if the product cannot hold it. */
export function draftOf(parts: Parts, notices: Notices): DraftContent | null {
  const { text, answer, solution = textOnly('') } = parts;
  let isHeld = requireLength(text.text, longest.text, 'The question', notices);
  isHeld = requireLength(solution.text, longest.solution, 'The solution', notices) && isHeld;
  const draft: DraftContent = {
    ...emptyDraft(),
    topic: beginningOf((parts.topic ?? '').trim(), 200),
    difficulty: parts.difficulty ?? emptyContent.difficulty,
    for: parts.for ?? emptyContent.for,
    options_layout: parts.options_layout ?? emptyContent.options_layout,
    text: text.text,
    figure: figureOf(text, 'The question', notices),
    solution: solution.text,
    solution_figure: figureOf(solution, 'The solution', notices),
    notes: beginningOf(parts.notes ?? '', longest.notes),
    video: beginningOf(parts.video ?? '', longest.video),
  };
  if (text.text === '' && draft.figure === null) notices.fault('no_text', 'The question has no text.');
  if (answer.kind === 'numerical') {
    if (answer.keys.length === 0) notices.fault('no_answer', 'The file does not give the answer.');
    draft.type = 'numerical';
    draft.keys = answer.keys.slice(0, 21);
    draft.precision = answer.precision ?? emptyContent.precision;
    return isHeld ? draft : null;
  }
  const { options } = answer;
  if (options.length !== optionsTaken) {
    notices.fault('option_count', `The question has ${options.length} options; a question here has ${optionsTaken}.`);
    return null;
  }
  for (const [at, option] of options.entries()) isHeld = requireLength(option.text, longest.option, `Option ${at + 1}`, notices) && isHeld;
  draft.type = answer.several ? 'multiple_option' : 'four_options';
  draft.options = options.map((option) => option.text);
  draft.option_figures = options.map((option, at) => figureOf(option, `Option ${at + 1}`, notices));
  draft.keys = keysOfChoice(answer, notices);
  return isHeld ? draft : null;
}

const emptyDraft = (): DraftContent => {
  const { topic_id: _topic, passage_id: _passage, ...rest } = emptyContent;
  return { ...rest, topic: '', figure: null, option_figures: [null, null, null, null], solution_figure: null, keys: [] };
};

/** The item of a question that was read. A question of a passage is a comprehension question if it is answered by one option. */
export function itemOf(place: string, source: string, parts: Parts, pictures: ReadPicture[], notices: Notices): ReadItem {
  let question = draftOf(parts, notices);
  let passage = question === null ? null : (parts.passage ?? null);
  if (question && passage && question.type === 'four_options') question = { ...question, type: 'comprehension' };
  else if (question && passage) {
    notices.note(
      'passage_in_text',
      'Only questions with one correct option can share a passage, so the passage was put into the text of this one.',
    );
    question = { ...question, text: `${passage.text}\n\n${question.text}`, figure: question.figure ?? passage.figure };
    if (!requireLength(question.text, longest.text, 'The question with its passage', notices)) question = null;
    passage = null;
  }
  return { about: 'question', place, source: beginningOf(source, most.source), question, passage, pictures, notices: notices.list };
}
