import { type PartOfItem, textOnly } from './draft.ts';
import type { Notices } from './notices.ts';

interface Feedback {
  isCorrect: boolean;
  text: PartOfItem;
}

/** Replies that programs write by themselves, and that explain nothing. */
const usual = /^(?:your answer is )?(?:partially )?(?:correct|incorrect|right|wrong)[.!]?$/i;
const isSaid = ({ text, figures }: PartOfItem): boolean =>
  figures.length > 0 || (text !== '' && !usual.test(text.replaceAll(/<[^>]*>/g, '')));

/**
 * The solution of a question: the explanation of the source, else the reply to its correct answer. Replies to the other answers are a loss,
 * because a question here has one solution.
 */
export function takeSolution(general: PartOfItem, replies: readonly Feedback[], notices: Notices): PartOfItem {
  const said = replies.filter(({ text }) => isSaid(text));
  const ofCorrect = said.filter(({ isCorrect }) => isCorrect);
  const taken = isSaid(general) || ofCorrect.length !== 1 ? undefined : ofCorrect[0];
  if (taken) notices.note('feedback_as_solution', 'The reply to the correct answer is taken as the solution.');
  if (said.some((reply) => reply !== taken)) notices.loss('feedback', 'Replies to single answers were left out.');
  return isSaid(general) ? general : (taken?.text ?? textOnly(''));
}
